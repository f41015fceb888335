import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { explainCall } from '../../src/cli/permissions/explain.ts'
import type { EngineConfig } from '../../src/engine/config.ts'
import { scratchpadDirectory } from '../../src/engine/session-file/session-directories.ts'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import type { PermissionMode } from '../../src/protocol/permission.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

const withScratch = (config: EngineConfig): EngineConfig['place'] => ({
  ...config.place,
  scratchpadDir: scratchpadDirectory(config),
})
const open = (options: WorldOptions): Promise<World> =>
  createWorld({
    ...options,
    config: config => {
      const { prompt, ...own } = options.config?.(config) ?? {}
      return { place: withScratch(config), prompt: { tellsScratch: true, ...prompt }, ...own }
    },
  })
const scratchOf = ({ sessionPath }: World): string => join(sessionPath.replace(/\.jsonl$/, ''), 'scratchpad')
const systemOf = (request: ModelRequest | undefined): string =>
  (request?.system ?? []).map(({ text }) => text).join('\n')
const said = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages)
const toldIn = (request: ModelRequest | undefined, path: string): readonly string[] =>
  said(request)
    .split('\\n')
    .filter(line => line.includes(path))
const resultsOf = (world: World): string => JSON.stringify(world.model.requests.at(-1)?.messages)
const write = (file_path: string) => ({ tool: { name: 'Write', input: { file_path, content: 'x\n' } } })
const bash = (command: string) => ({ tool: { name: 'Bash', input: { command } } })

test.each(['en', 'zh'] as const)(
  'the conversation is told of the scratch directory in one line, which is there and outside the project: %s',
  async promptLanguage => {
    await using world = await open({
      scenario: { replies: [{ text: 'ok' }] },
      config: () => ({ prompt: { promptLanguage } }),
    })
    await world.ask('hello')
    expect(toldIn(world.model.requests[0], scratchOf(world))).toHaveLength(1)
    // The prompt is the same in every session.
    expect(systemOf(world.model.requests[0])).not.toContain(scratchOf(world))
    expect(existsSync(scratchOf(world))).toBe(true)
    expect(scratchOf(world).startsWith(world.dir)).toBe(false)
  },
)

test('an agent run in its own words is told as well; one that serves the conversation is not', async () => {
  await using world = await open({
    scenario: {
      replies: [
        {
          tool: { name: 'Agent', input: { description: 'look', prompt: 'SUBTASK' } },
          when: { lastUserText: 'GO' },
        },
        { text: 'seen', when: { lastUserText: 'SUBTASK' } },
        { text: 'Done.' },
      ],
    },
    config: () => ({ prompt: { agent: 'You are a reviewer.' } }),
  })
  await world.ask('GO')
  const [main, child] = world.model.requests
  expect(toldIn(main, scratchOf(world))).toHaveLength(1)
  expect(said(child) + systemOf(child)).not.toContain(scratchOf(world))
})

test('a member of the team shares the directory of its leader: it is not told of it, and writes there unasked', async () => {
  const tools = createToolbox(await readToolSpecs(), { denied: [], teams: true, allAtOnce: true })
  const team = { name: 'TeamCreate', input: { team_name: 'crew' } }
  const spawn = { description: 'ann', prompt: 'WORK as ann', name: 'ann', team_name: 'crew' }
  const scratchFile = {
    name: 'Write',
    get input() {
      return { file_path: join(scratchOf(world), 'of-ann.txt'), content: 'x\n' }
    },
  }
  await using world = await open({
    scenario: {
      replies: [
        { tools: [team, { name: 'Agent', input: spawn }], when: { lastUserText: 'GO' } },
        { tool: scratchFile, when: { lastUserText: 'WORK as ann' } },
        { text: 'Written.', when: { toolResult: { tool: 'Write' } } },
        { text: 'Noted.', repeat: true },
      ],
    },
    config: config => ({
      tools,
      teams: { backend: 'files', directory: join(config.place.taskListDir ?? '', '../../teams'), on: true },
    }),
  })
  await world.ask('GO')
  const ofAnn = join(scratchOf(world), 'of-ann.txt')
  await vi.waitFor(() => expect(existsSync(ofAnn)).toBe(true), { timeout: 30_000 })
  const [leader, ...others] = world.model.requests
  const asked = others.find(({ messages }) => JSON.stringify(messages[0]).includes('WORK as ann'))
  expect(asked).toBeDefined()
  expect(toldIn(leader, scratchOf(world))).toHaveLength(1)
  expect(said(asked) + systemOf(asked)).not.toContain(scratchOf(world))
  expect(world.events.filter(({ type }) => type === 'permission_request')).toEqual([])
})

test('files are written there without a question, by tools and by redirects', async () => {
  let dir = ''
  await using world = await open({
    scenario: {
      replies: [{ text: 'ready' }],
    },
    config: config => {
      dir = scratchpadDirectory(config)
      return {}
    },
  })
  await world.ask('hello')
  await using next = await open({
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
    scenario: {
      replies: [
        write(join(dir, 'a.txt')),
        bash(`echo y > ${dir}/b.txt`),
        bash(`mkdir -p ${dir}/deep/er && touch ${dir}/deep/er/c.txt && cp ${dir}/a.txt ${dir}/deep/d.txt`),
        bash(`rm ${dir}/deep/er/c.txt`),
        bash(`ln -s / ${dir}/out`),
        bash(`touch ${dir}/out/srv/capstan-none ${dir}/../capstan-none`),
        { text: 'done' },
      ],
    },
  })
  await next.ask('write')
  expect(readFileSync(join(dir, 'deep', 'd.txt'), 'utf8')).toBe('x\n')
  expect(existsSync(join(dir, 'deep', 'er', 'c.txt'))).toBe(false)
  expect(existsSync(join(dir, 'out'))).toBe(false)
  expect(existsSync(join(dir, '..', 'capstan-none'))).toBe(false)
  expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('x\n')
  expect(readFileSync(join(dir, 'b.txt'), 'utf8')).toBe('y\n')
})

const COPIES = [
  ['cp P/a.txt S/b.txt', true],
  ['cp P/a.txt S', true],
  ['cp -p P/a.txt P/sub/c.txt S/deep', true],
  ['mkdir -p S S/deep', true],
  ['mkdir -p S/deep && cp P/a.txt S/deep/', true],
  // What may not be read, or is no plain file, is asked about; so is whatever else it would change.
  ['cp P/.env S/env', false],
  ['cp /etc/hostname S/b.txt', false],
  ['cp P/leads-out S/b.txt', false],
  ['cp -r P/sub S/sub', false],
  ['cp P/a.txt S/leads-out', false],
  ['cp P/a.txt S/b.txt P/sub', false],
  ['cp P/.gitconfig S', false],
  ['mv P/a.txt S/b.txt', false],
  ['mv S/deep S/other', false],
  ['rm -r S/deep', false],
  ['mkdir -p P/other', false],
  ['mkdir -p S/../other', false],
] as const

test.each(COPIES)('%s from the project into it is done unasked: %s', async (pattern, runs) => {
  await using world = await open({ scenario: { replies: [{ text: 'ok' }] } })
  await world.ask('hello')
  const dir = scratchOf(world)
  mkdirSync(join(world.dir, 'sub'), { recursive: true })
  mkdirSync(join(dir, 'deep'), { recursive: true })
  for (const name of ['a.txt', '.env', '.gitconfig', 'sub/c.txt']) writeFileSync(join(world.dir, name), 'x\n')
  symlinkSync('/etc/hostname', join(world.dir, 'leads-out'))
  symlinkSync(join(world.dir, 'a.txt'), join(dir, 'leads-out'))
  const command = `${pattern.replaceAll(/\b[PS]\b/g, word => (word === 'P' ? world.dir : dir))} && echo came-through`
  await using next = await open({
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
    scenario: { replies: [bash(command), { text: 'done' }] },
  })
  await next.ask('copy')
  const [result = ''] = resultsOf(next).split('"tool_result"').slice(-1)
  expect(/"content":"came-through/.test(result)).toBe(runs)
})

const TEMPORARY = [
  write('/tmp/capstan-none/a.txt'),
  write('/var/tmp/capstan-none.txt'),
  write('/tmp/../tmp/capstan-none.txt'),
  write('/dev/shm/capstan-none.txt'),
  write('$OWN/a.txt'),
  bash('echo x > /tmp/capstan-none.txt'),
  bash('cd /tmp && touch capstan-none.txt'),
  bash('mkdir -p "/var/tmp/capstan none"'),
  bash('f=$(mktemp) && echo x > "$f"'),
  bash('echo x > "$TMPDIR/capstan-none.txt"'),
  bash('cp a.txt $OWN/b.txt'),
]

test.each(TEMPORARY.map(reply => [JSON.stringify(reply.tool.input), reply] as const))(
  'a refused write to a temporary path names the scratch directory: %s',
  async (_, { tool }) => {
    const own = '/srv/capstan-own-tmp'
    const input = JSON.parse(JSON.stringify(tool.input).replaceAll('$OWN', own))
    await using world = await open({
      scenario: { replies: [{ tool: { name: tool.name, input } }, { text: 'done' }] },
      config: config => {
        const place = withScratch(config)
        return { place: { ...place, env: { ...place.env, TMPDIR: own } } }
      },
    })
    await world.ask('write')
    expect(resultsOf(world)).toContain(`Temporary files go to ${scratchOf(world)}, where you may write`)
  },
)

test.each([
  ['elsewhere', write('/srv/capstan-none.txt'), {}],
  ['a look', { tool: { name: 'Read', input: { file_path: '/tmp/capstan-none.txt' } } }, {}],
  ['while planning', write('/tmp/capstan-none.txt'), { mode: 'plan' as PermissionMode }],
])('a refusal of something else does not name it: %s', async (_, reply, more) => {
  await using world = await open({
    scenario: { replies: [reply, { text: 'done' }] },
    config: config => ({ permissions: { ...config.permissions, ...more } }),
  })
  await world.ask('write')
  expect(resultsOf(world)).not.toContain('where you may write without asking')
})

test('a fork of the session sends the same prompt again, and is told of its own directory', async () => {
  await using world = await open({ scenario: { replies: [{ text: 'ok' }] } })
  await world.ask('hello')
  await using fork = await open({
    in: world,
    session: { resume: { path: world.sessionPath, fork: true } },
    scenario: { replies: [{ text: 'ok' }] },
  })
  await fork.ask('and now')
  expect(fork.sessionPath).not.toBe(world.sessionPath)
  expect(systemOf(fork.model.requests[0])).toBe(systemOf(world.model.requests[0]))
  const [sent] = fork.model.requests
  expect(toldIn(sent, scratchOf(fork))).toHaveLength(1)
  expect(said(sent).startsWith(said(world.model.requests[0]).slice(0, -2))).toBe(true)
})

test('an empty scratch directory does not stay behind; one with files goes with its session', async () => {
  await using world = await open({ scenario: { replies: [{ text: 'ok' }] } })
  await world.ask('hello')
  await world.engine[Symbol.asyncDispose]()
  expect(existsSync(scratchOf(world))).toBe(false)
})

test.each(['default', 'acceptEdits', 'plan', 'dontAsk'] as const)(
  'what is explained of the scratch directory is what its session decides: mode %s',
  async mode => {
    await using world = await open({ scenario: { replies: [{ text: 'ok' }] } })
    await world.ask('hello')
    const dir = scratchOf(world)
    const calls = [write(join(dir, 'a.txt')), bash(`echo y > ${dir}/b.txt`), write(join(dir, '..', 'c.txt'))]
    const env = { HOME: join(world.dir, '..'), CAPSTAN_CONFIG_DIR: world.configHome }
    const at = { env, version: '0', argv: [], cwd: world.dir, screen: { colour: false } }
    const explained: boolean[] = []
    for (const { tool } of calls) {
      const argv = ['--tool', tool.name, '--input', JSON.stringify(tool.input), '--permission-mode', mode]
      const { verdict } = JSON.parse(await explainCall([...argv, '--json'], at, () => {}))
      explained.push(verdict === 'allow')
    }
    await using next = await open({
      in: world,
      session: { resume: { path: world.sessionPath, fork: false } },
      scenario: { replies: [...calls, { text: 'done' }] },
      config: config => ({ permissions: { ...config.permissions, mode } }),
    })
    await next.ask('write')
    const exists = [join(dir, 'a.txt'), join(dir, 'b.txt'), join(dir, '..', 'c.txt')].map(existsSync)
    expect(explained).toEqual(exists)
    expect(explained).toEqual(mode === 'plan' ? [false, false, false] : [true, true, false])
  },
)

test('it is told once: not again in the next turn, nor when the session is resumed, which has the directory again', async () => {
  await using world = await open({ scenario: { replies: [{ text: 'ok' }, { text: 'ok' }] } })
  await world.ask('hello')
  await world.ask('more')
  expect(toldIn(world.model.requests[1], scratchOf(world))).toHaveLength(1)
  await world.engine[Symbol.asyncDispose]()
  expect(existsSync(scratchOf(world))).toBe(false)
  await using next = await open({
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
    scenario: { replies: [{ text: 'ok' }] },
  })
  await next.ask('again')
  expect(toldIn(next.model.requests[0], scratchOf(world))).toHaveLength(1)
  expect(existsSync(scratchOf(world))).toBe(true)
})

test.each<[string, Partial<EngineConfig['prompt']>]>([
  ['a prompt of their own', { custom: ['Only this.'] }],
  ['an override', { override: 'Only this.' }],
  ['a tape', { tellsScratch: false }],
])('with %s nothing is told, and nothing is made', async (_, prompt) => {
  await using world = await open({
    scenario: { replies: [{ text: 'ok' }] },
    config: () => ({ prompt: { tellsScratch: true, ...prompt } }),
  })
  await world.ask('hello')
  expect(said(world.model.requests[0])).not.toContain('scratchpad')
  expect(existsSync(scratchOf(world))).toBe(false)
})

test.each([
  ['a link', (path: string) => symlinkSync(tmpdir(), path)],
  ['a file', (path: string) => writeFileSync(path, '')],
  [
    'a directory that others may enter',
    (path: string) => {
      mkdirSync(path)
      chmodSync(path, 0o755)
    },
  ],
])('where %s lies in its place nothing is told, and what is there stays as it is', async (_, put) => {
  await using world = await open({
    scenario: { replies: [{ text: 'ok' }] },
    config: config => {
      const path = scratchpadDirectory(config)
      mkdirSync(dirname(path), { recursive: true })
      put(path)
      return {}
    },
  })
  const before = lstatSync(scratchOf(world))
  await world.ask('hello')
  expect(said(world.model.requests[0])).not.toContain('scratchpad')
  expect(lstatSync(scratchOf(world)).mode).toBe(before.mode)
})

test('what is written there is no change of the project: a rewind leaves it', async () => {
  let dir = ''
  await using world = await open({
    scenario: { replies: [{ text: 'ready' }] },
    config: config => {
      dir = scratchpadDirectory(config)
      return {}
    },
  })
  await world.ask('hello')
  await using next = await open({
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
    scenario: { replies: [write(join(dir, 'a.txt')), { text: 'done' }] },
  })
  await next.ask('write')
  expect(existsSync(join(dir, 'a.txt'))).toBe(true)
  const history = join(world.configHome, 'file-history')
  expect(existsSync(history) ? readdirSync(history) : []).toEqual([])
  expect(readFileSync(world.sessionPath, 'utf8')).not.toContain('"file-history')
})
