import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTING_ROWS } from '../../src/features/settings/rows/index.ts'
import { hostSession } from '../support/host-session.ts'
import { hasGit } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import { ofType, openWorld, resultOf, type World } from '../support/run-program.ts'
import { usual } from '../support/usual-models.ts'

const touching = () =>
  openWorldHere({
    replies: [
      { when: { toolResult: {} }, text: 'done', repeat: true },
      { tool: { name: 'Bash', input: { command: 'touch made' } }, repeat: true },
    ],
  })

const putUser = (world: World, settings: object): void => {
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(settings))
}

const made = (world: World): boolean => existsSync(join(world.project, 'made'))
const allowTouch = { permissions: { allow: ['Bash(touch *)'] } }
const PROJECT = '.capstan/settings.json'
const LOCAL = '.capstan/settings.local.json'

test("the person's own settings allow", async () => {
  await using world = await touching()
  putUser(world, allowTouch)
  expect(resultOf(await world.stream(['go']))['permission_denials']).toEqual([])
  expect(made(world)).toBe(true)
})

test.each(['.capstan/settings.json', '.claude/settings.json'])(
  'what %s of the folder allows waits for trust, and that is said; what it denies holds at once',
  async file => {
    await using world = await touching()
    world.put(file, JSON.stringify(allowTouch))
    const ended = await world.stream(['go'])
    expect(made(world)).toBe(false)
    expect(ended.stderr).toContain('--trust')
    await world.stream(['--trust', 'go'])
    expect(made(world)).toBe(true)
    await using strict = await touching()
    putUser(strict, allowTouch)
    strict.put(file, JSON.stringify({ permissions: { deny: ['Bash(touch *)'] } }))
    await strict.stream(['go'])
    expect(made(strict)).toBe(false)
  },
)

test('CAPSTAN_TRUST_WORKSPACE=1 trusts for one run', async () => {
  await using world = await touching()
  world.put(PROJECT, JSON.stringify(allowTouch))
  await world.stream(['go'], { env: { CAPSTAN_TRUST_WORKSPACE: '1' } })
  expect(made(world)).toBe(true)
})

test('a local file waits for trust too: it lies in the folder', async () => {
  await using world = await touching()
  world.put(LOCAL, JSON.stringify(allowTouch))
  expect((await world.stream(['go'])).stderr).toContain('--trust')
  expect(made(world)).toBe(false)
  await world.stream(['--trust', 'go'])
  expect(made(world)).toBe(true)
})

test.skipIf(!hasGit())('a local file that the repository carries may no more than the project', async () => {
  await using world = await touching()
  world.put(LOCAL, JSON.stringify({ permissions: { defaultMode: 'bypassPermissions' } }))
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: world.project })
  git('init', '-q')
  const env = { IS_SANDBOX: '1' }
  expect((await world.stream(['--trust', 'go'], { env })).lines[0]).toMatchObject({
    permissionMode: 'bypassPermissions',
  })
  git('add', '-f', '.')
  const tracked = await world.stream(['--trust', 'go'], { env })
  expect(tracked.lines[0]).toMatchObject({ permissionMode: 'default' })
  expect(tracked.stderr).toContain('defaultMode')
})

test('--settings takes a file or JSON, above user and project', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok', repeat: true }] })
  putUser(world, { model: 'haiku' })
  const model = async (args: readonly string[]): Promise<unknown> =>
    (await world.stream([...args, 'go'])).lines.find(ofType('system', 'init'))?.['model']
  expect(await model([])).toBe(usual('haiku'))
  const file = world.put('run.json', JSON.stringify({ model: 'claude-sonnet-4-5' }))
  expect(await model(['--settings', file])).toBe('claude-sonnet-4-5')
  expect(await model(['--settings', '{"model":"claude-sonnet-4-5"}'])).toBe('claude-sonnet-4-5')
  expect(await model(['--setting-sources', ''])).toBe(usual('sonnet'))
  expect(await model(['--setting-sources', 'user'])).toBe(usual('haiku'))
  for (const wrong of ['{not json', join(world.root, 'missing.json'), '[]']) {
    const ended = await world.stream(['--settings', wrong, 'go'])
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).not.toMatch(/^\s+at /m)
  }
})

test('deny and allow lists of all files add up', async () => {
  await using world = await touching()
  putUser(world, { permissions: { deny: ['Bash(touch made)'] } })
  await world.stream(['--settings', JSON.stringify(allowTouch), 'go'])
  expect(made(world)).toBe(false)
})

test('env of the settings reaches the tools', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Bash', input: { command: 'echo "it is $COLOUR"' } } },
      { when: { toolResult: { contains: 'it is green' } }, text: 'green' },
    ],
  })
  putUser(world, { env: { COLOUR: 'green' } })
  expect(await world.run(['-p', '--allowedTools', 'Bash(echo *)', '--', 'go'])).toMatchObject({
    code: 0,
    stdout: 'green\n',
  })
})

test('credentials of the environment do not reach the tools', async () => {
  await using world = await openWorldHere({
    replies: [{ tool: { name: 'Bash', input: { command: 'printenv; true' } } }, { text: 'done' }],
  })
  await world.run(['-p', '--allowedTools', 'Bash', '--', 'go'], {
    env: { ANTHROPIC_AUTH_TOKEN: 'token-of-mine', HARMLESS: 'visible' },
  })
  const sent = JSON.stringify(world.server.requests[1]?.body)
  expect(sent).toContain('HARMLESS=visible')
  expect(sent).not.toContain('sk-ant-test')
  expect(sent).not.toContain('token-of-mine')
})

test('a malformed file is named and set aside; the run goes on without it', async () => {
  await using world = await touching()
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), '{ "permissions": { "allow": "Bash" } }')
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  expect(ended.stderr).toContain(join(world.config, 'settings.json'))
  expect(made(world)).toBe(false)
})

test('defaultMode of the settings is the mode the run starts in', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok', repeat: true }] })
  putUser(world, { permissions: { defaultMode: 'acceptEdits' } })
  expect((await world.stream(['go'])).lines[0]).toMatchObject({ permissionMode: 'acceptEdits' })
  expect((await world.stream(['--permission-mode', 'plan', 'go'])).lines[0]).toMatchObject({
    permissionMode: 'plan',
  })
})

test("the person's settings of the other convention count too, below ours, unless that is off", async () => {
  await using world = await touching()
  mkdirSync(join(world.home, '.claude'))
  writeFileSync(join(world.home, '.claude', 'settings.json'), JSON.stringify(allowTouch))
  await world.stream(['go'], { env: { CAPSTAN_COMPAT: '0' } })
  expect(made(world)).toBe(false)
  await world.stream(['go'])
  expect(made(world)).toBe(true)
})

test('an endpoint in the settings of the person is used', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  putUser(world, { env: { ANTHROPIC_BASE_URL: world.server.url } })
  expect(await world.run(['-p', 'go'], { env: { ANTHROPIC_BASE_URL: undefined } })).toMatchObject({
    code: 0,
    stdout: 'ok\n',
  })
})

test('comments in a settings file are fine', async () => {
  await using world = await touching()
  mkdirSync(world.config, { recursive: true })
  writeFileSync(
    join(world.config, 'settings.json'),
    `{ // mine\n "permissions": { "allow": ["Bash(touch *)",] } /* end */ }`,
  )
  await world.stream(['go'])
  expect(made(world)).toBe(true)
})

const ALWAYS = {
  behavior: 'allow',
  updatedPermissions: [
    {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: 'touch *' }],
      behavior: 'allow',
      destination: 'localSettings',
    },
  ],
}

test('an answer for always is in the local file when the program has ended, and the next run does not ask', async () => {
  await using world = await touching()
  world.put(LOCAL, '{\n\t// mine\n\t"model": "claude-sonnet-4-5",\n}\n')
  const first = hostSession(world, ['--permission-prompt-tool', 'stdio'])
  first.ask('go')
  const { id, request } = await first.question(1)
  first.reply(id, { ...ALWAYS, updatedInput: request['input'] })
  await first.result(1)
  await first.finish()
  expect(readFileSync(join(world.project, LOCAL), 'utf8')).toBe(
    '{\n\t// mine\n\t"model": "claude-sonnet-4-5",\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(touch *)"\n\t\t]\n\t},\n}\n',
  )
  const second = hostSession(world, ['--permission-prompt-tool', 'stdio'])
  second.ask('go')
  expect(await second.result(1)).toMatchObject({ permission_denials: [] })
  const { lines } = await second.finish()
  expect(lines.filter(ofType('control_request'))).toEqual([])
})

test('settings a command rewrites are asked about by name before they count', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Bash', input: { command: 'sh evil.sh' } } },
      { text: 'first' },
      { tool: { name: 'Bash', input: { command: 'touch made' } } },
      { text: 'second' },
    ],
  })
  world.put('evil.sh', `mkdir -p .capstan && echo '${JSON.stringify(allowTouch)}' > ${PROJECT}`)
  const host = hostSession(world, ['--permission-prompt-tool', 'stdio', '--allowedTools', 'Bash(sh evil.sh)'])
  host.ask('one')
  await host.result(1)
  const { id, request } = await host.question(1)
  expect(request).toMatchObject({
    tool_name: 'ConfigChange',
    input: { files: [join(world.project, PROJECT)], changes: ['the allow rule Bash(touch *) is added'] },
  })
  host.reply(id, { behavior: 'deny', message: 'not mine' })
  host.ask('two')
  const asked = await host.question(2)
  expect(asked.request).toMatchObject({ tool_name: 'Bash', input: { command: 'touch made' } })
  host.reply(asked.id, { behavior: 'deny', message: 'no' })
  await host.result(2)
  expect(made(world)).toBe(false)
  await host.finish()
})

test('watching settings does not keep the program from ending', async () => {
  await using world = await openWorld({
    replies: [{ tool: { name: 'Bash', input: { command: 'sleep 0.3' } } }, { text: 'done' }],
  })
  const ended = await world.stream(['--allowedTools', 'Bash(sleep *)', '--', 'go'])
  expect([ended.code, resultOf(ended)['result']]).toEqual([0, 'done'])
})

test('a mistake in a settings file is said with its place, and a wrong name with the right one', async () => {
  await using world = await touching()
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), '{\n  "autoCompactEnabled": 1,\n  "permisions": {}\n}')
  const { stderr } = await world.stream(['go'])
  expect(stderr).toContain('settings.json:2:3: autoCompactEnabled: expected true or false, found a number')
  expect(stderr).toContain(
    'settings.json:3:3: permisions: no setting has this name; did you mean "permissions"?',
  )
})

test('a key known elsewhere is not set, and doctor says that it does nothing; $schema is no matter', async () => {
  await using world = await openWorldHere({ replies: [] })
  const set = await world.run(['config', 'set', 'telemetry', 'true'])
  expect([set.code, set.stderr]).toEqual([
    1,
    expect.stringContaining('"telemetry" has no effect in Capstan. Nothing is sent to a vendor'),
  ])
  expect(set.stdout).not.toContain('is now')
  expect(existsSync(join(world.config, 'settings.json'))).toBe(false)
  putUser(world, {
    $schema: 'x',
    telemetry: true,
    budgets: { day: { hard: 5 } },
    secrets: {},
    compaction: {},
  })
  const doctor = await world.run(['doctor'])
  expect(doctor.stdout).toMatch(
    /settings\.json has settings of other tools with no effect here:\n\s+telemetry: Nothing is sent/,
  )
  expect(doctor.stdout).not.toContain("Capstan doesn't know")
  const read = await world.run(['-p', '/config budgets.day.hard'])
  expect(read.stdout).toBe('budgets.day.hard = 5\n')
})

test('a file that says what is the default anyway changes nothing that is sent', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'hi', repeat: true }] })
  const { plansDirectory: _ownConfigHome, ...defaults } = defaultsOf(SETTING_ROWS)
  await world.run(['-p', 'hello'])
  putUser(world, defaults)
  const ended = await world.run(['-p', 'hello'])
  expect([ended.stdout, ended.stderr]).toEqual(['hi\n', ''])
  // The id of the session is another one: in the metadata, and in the path of its scratch directory.
  const [before, after] = world.server.requests.map(({ body }) =>
    JSON.parse(
      JSON.stringify({ ...Object(body), metadata: undefined }).replace(
        /[0-9a-f-]{36}(?=\/scratchpad:)/,
        'ID',
      ),
    ),
  )
  expect(after).toEqual(before)
})

/** A settings file in which every setting has its default. */
const defaultsOf = (rows: typeof SETTING_ROWS): Record<string, unknown> => {
  const file: Record<string, unknown> = {}
  for (const { key, default: usual } of rows) {
    const [top = key, ...rest] = key.split('.')
    if (usual === undefined) continue
    const inner = rest.reduceRight<unknown>((value, name) => ({ [name]: value }), usual)
    file[top] = rest.length === 0 ? inner : merged(file[top], inner)
  }
  return file
}

const merged = (a: unknown, b: unknown): unknown => {
  if (typeof a !== 'object' || typeof b !== 'object') return b
  const entries = Object.entries(b ?? {}).map(([key, value]) => [
    key,
    merged(Reflect.get(a ?? {}, key), value),
  ])
  return { ...a, ...Object.fromEntries(entries) }
}
