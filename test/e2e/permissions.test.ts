import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HEADLESS_TOOLS } from '../support/headless-tools.ts'
import { openWorldHere } from '../support/run-here.ts'
import { type Ended, ofType, resultOf, type World } from '../support/run-program.ts'

type Call = { readonly name: string; readonly input: object }
const bash = (command: string): Call => ({ name: 'Bash', input: { command } })
const write = (file_path: string): Call => ({ name: 'Write', input: { file_path, content: 'new\n' } })
const read = (file_path: string): Call => ({ name: 'Read', input: { file_path } })

/** One reply with these calls, one after another, then the end; any number of runs. */
const calling = (...calls: readonly Call[]) =>
  openWorldHere({
    replies: [
      { when: { toolResult: {} }, text: 'done', repeat: true },
      { tools: calls, repeat: true },
    ],
  })

const denied = (ended: Ended): readonly unknown[] =>
  (resultOf(ended)['permission_denials'] as readonly { readonly tool_input: object }[]).map(
    denial => Object.values(denial.tool_input)[0],
  )

const has = (world: World, name: string): boolean => existsSync(join(world.project, name))

test('without a word of permission only what reads in the directory runs', async () => {
  await using world = await calling(
    bash('ls'),
    bash('touch made'),
    write('w.txt'),
    read('a.txt'),
    read('/etc/passwd'),
  )
  world.put('a.txt', 'hello\n')
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  expect(denied(ended)).toEqual(['touch made', 'w.txt', '/etc/passwd'])
  expect([has(world, 'made'), has(world, 'w.txt')]).toEqual([false, false])
  expect(JSON.stringify(world.server.requests[1]?.body)).not.toContain('root:')
  expect(ended.lines.filter(ofType('system', 'permission_denied'))).toHaveLength(3)
})

test('a denial is said on stderr with its reason', async () => {
  await using world = await calling(bash('touch made'))
  const ended = await world.run(['-p', 'go'])
  expect(ended).toMatchObject({ code: 0, stdout: 'done\n' })
  expect(ended.stderr).toMatch(/^Bash was denied: .+/)
})

const CARRIED = [
  'ls; touch made',
  'ls && touch made',
  'ls | tee made',
  'ls > made',
  'cat $(touch made)',
  'cat `touch made`',
  'cat <(touch made)',
  'ls & touch made',
  'ls\ntouch made',
  'X=1 touch made',
  'env touch made',
  'sleep 0 || true; eval "touch made"',
  'git diff --output=made',
  "echo 'touch made' | sh",
  'test -n "$(touch made)"',
  'printf -v x y; date -s 1; touch made',
]

test('a read-only look carries nothing along', async () => {
  await using world = await calling(...CARRIED.map(bash))
  const ended = await world.stream(['go'])
  expect(denied(ended)).toEqual(CARRIED)
  expect(has(world, 'made')).toBe(false)
})

test('--allowedTools allows what its rules say and no more', async () => {
  await using world = await calling(
    bash('touch made'),
    bash('touch other; mkdir -p dir'),
    bash('mkdir -p dir'),
    write('w.txt'),
  )
  const ended = await world.stream(['--allowedTools', 'Bash(touch *)', '--', 'go'])
  expect(denied(ended)).toEqual(['touch other; mkdir -p dir', 'mkdir -p dir', 'w.txt'])
  expect([has(world, 'made'), has(world, 'other')]).toEqual([true, false])
  const wide = await world.stream(['--allowed-tools=Bash(touch *),Bash(mkdir *) Edit', 'go'])
  expect(denied(wide)).toEqual([])
  expect([has(world, 'other'), has(world, 'dir'), has(world, 'w.txt')]).toEqual([true, true, true])
})

test('--disallowedTools with a bare name takes the tool out of sight', async () => {
  await using world = await calling(bash('ls'))
  const ended = await world.stream(['--disallowed-tools', 'Bash', 'Write(*)', '--', 'go'])
  const shown = ended.lines.find(ofType('system', 'init'))?.['tools']
  const sent = world.server.requests[0]?.body?.['tools'] as readonly { readonly name: string }[]
  expect(shown).toEqual(HEADLESS_TOOLS.filter(name => name !== 'Bash' && name !== 'Write'))
  expect(sent.map(tool => tool.name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(Bash|Write)$/)]),
  )
  expect(JSON.stringify(world.server.requests[1]?.body)).toContain('"is_error":true')
})

test('a deny rule beats an allow rule, in every mode', async () => {
  await using world = await calling(
    bash('touch made'),
    bash('touch other'),
    write('secret.txt'),
    read('secret.txt'),
  )
  world.put('secret.txt', 'old\n')
  const deny = [
    '--disallowedTools',
    'Bash(touch made)',
    'Edit(secret.txt)',
    'Read(secret.txt)',
    '--allowedTools',
    'Bash',
    'Edit',
    'Read',
  ]
  for (const mode of ['default', 'acceptEdits', 'bypassPermissions']) {
    const ended = await world.stream([...deny, '--permission-mode', mode, 'go'], { env: { IS_SANDBOX: '1' } })
    expect(denied(ended)).toEqual(['touch made', 'secret.txt', 'secret.txt'])
  }
  expect([has(world, 'made'), has(world, 'other')]).toEqual([false, true])
  expect(readFileSync(join(world.project, 'secret.txt'), 'utf8')).toBe('old\n')
})

test('each mode lets its own things run', async () => {
  await using world = await calling(write('w.txt'), bash('make it'), bash('pwd'))
  const run = async (mode: string, env = {}) =>
    denied(await world.stream(['--permission-mode', mode, 'go'], { env }))
  expect(await run('default')).toEqual(['w.txt', 'make it'])
  expect(await run('manual')).toEqual(['w.txt', 'make it'])
  expect(await run('dontAsk')).toEqual(['w.txt', 'make it'])
  expect(await run('plan')).toEqual(['w.txt', 'make it'])
  expect(has(world, 'w.txt')).toBe(false)
  expect(await run('acceptEdits')).toEqual(['make it'])
  expect(has(world, 'w.txt')).toBe(true)
  expect(await run('bypassPermissions', { IS_SANDBOX: '1' })).toEqual([])
})

test('plan mode edits nothing even where a rule would allow it', async () => {
  await using world = await calling(write('w.txt'), bash('echo x > made'))
  await world.stream(['--permission-mode', 'plan', '--allowedTools', 'Bash', 'Edit', '--', 'go'])
  expect([has(world, 'w.txt'), has(world, 'made')]).toEqual([false, false])
})

test('bypassing permissions as root outside a sandbox is refused, whichever way it is asked for', async () => {
  await using world = await calling(bash('touch made'))
  const ways = [['--dangerously-skip-permissions'], ['--permission-mode', 'bypassPermissions']]
  for (const way of ways) {
    const ended = await world.stream([...way, 'go'])
    if (process.getuid?.() !== 0) continue
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain('IS_SANDBOX=1')
  }
  expect(
    (await world.stream(['--dangerously-skip-permissions', 'go'], { env: { IS_SANDBOX: '1' } })).code,
  ).toBe(0)
  expect(has(world, 'made')).toBe(true)
})

test('bypass mode still keeps critical removals and protected paths', async () => {
  await using world = await calling(
    bash('rm -rf ~'),
    bash('rm -rf /'),
    write('.git/hooks/pre-commit'),
    bash('touch made'),
  )
  mkdirSync(join(world.project, '.git/hooks'), { recursive: true })
  writeFileSync(join(world.home, 'keep'), '')
  const ended = await world.stream(['--dangerously-skip-permissions', 'go'], { env: { IS_SANDBOX: '1' } })
  expect(denied(ended)).toEqual(['rm -rf ~', 'rm -rf /', '.git/hooks/pre-commit'])
  expect([existsSync(join(world.home, 'keep')), has(world, 'made')]).toEqual([true, true])
})

test("--tools offers a part of the tools, '' none, and an unknown name is a usage error", async () => {
  await using world = await calling(read('a.txt'))
  const offered = async (value: string): Promise<unknown> =>
    (await world.stream(['--tools', value, '--', 'go'])).lines.find(ofType('system', 'init'))?.['tools']
  expect(await offered('Read,Grep')).toEqual(['Grep', 'Read'])
  expect(await offered('default')).toEqual(HEADLESS_TOOLS)
  expect(await offered('')).toEqual([])
  expect(world.server.requests.at(-1)?.body?.['tools'] ?? []).toEqual([])
  const wrong = await world.stream(['--tools', 'Raed', '--', 'go'])
  expect(wrong).toMatchObject({ code: 2, stdout: '' })
  expect(wrong.stderr).toContain('Did you mean Read?')
})

test('--add-dir opens another directory to reading, and to edits where edits are allowed', async () => {
  await using world = await openWorldHere({ replies: [] })
  const other = join(world.root, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'a.txt'), 'from outside\n')
  await using calls = await calling(read(join(other, 'a.txt')), write(join(other, 'w.txt')))
  const args = ['--permission-mode', 'acceptEdits']
  expect(denied(await calls.stream([...args, 'go']))).toEqual([join(other, 'a.txt'), join(other, 'w.txt')])
  expect(denied(await calls.stream([...args, '--add-dir', other, '--', 'go']))).toEqual([])
  expect(readFileSync(join(other, 'w.txt'), 'utf8')).toBe('new\n')
  const missing = await calls.stream(['--add-dir', join(other, 'nothing'), '--', 'go'])
  expect(missing).toMatchObject({ code: 1, stdout: '' })
})

test('links do not lead out of the directory', async () => {
  await using world = await calling(
    read('link/secret'),
    write('link/w.txt'),
    bash('cat link/secret'),
    write('file-link'),
  )
  const outside = join(world.root, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret'), 'SECRET WORD\n')
  symlinkSync(outside, join(world.project, 'link'))
  symlinkSync(join(outside, 'target'), join(world.project, 'file-link'))
  const ended = await world.stream(['--permission-mode', 'acceptEdits', 'go'])
  expect(denied(ended)).toHaveLength(4)
  expect(JSON.stringify(world.server.requests[1]?.body)).not.toContain('SECRET WORD')
  expect([existsSync(join(outside, 'w.txt')), existsSync(join(outside, 'target'))]).toEqual([false, false])
})

test('a rule that is never consulted or cannot be read is said at the start', async () => {
  await using world = await calling(read('a.txt'))
  const ended = await world.run(['-p', '--allowedTools', 'Write(src/**)', '--', 'go'])
  expect(ended.code).toBe(0)
  expect(ended.stderr).toContain('Write(src/**)')
})

test.each([
  ['--browser', 'Browser'],
  ['--chrome', 'Browser'],
  ['--computer', 'Computer'],
])('%s offers the tool %s, by its name alone', async (flag, tool) => {
  await using world = await openWorldHere({ replies: [{ text: 'Done.', repeat: true }] })
  await world.stream([flag, 'go'])
  await world.stream(['go'])
  const [on, off] = world.server.requests.map(({ body }) => JSON.stringify(body))
  expect([on?.includes(tool), off?.includes(tool)]).toEqual([true, false])
  expect(on).not.toContain(`"name":"${tool}"`)
})
