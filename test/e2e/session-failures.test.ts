import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldToPermissions } from '../support/drop-rights.ts'
import { longText } from '../support/long-text.ts'
import { canMount, UNSHARE } from '../support/needs-program.ts'
import { heldHere, openWorldHere } from '../support/run-here.ts'
import { ofType, openWorld, PROGRAM, type Running, resultOf, type World } from '../support/run-program.ts'

const counting = { replies: ['one', 'two', 'three', 'four', 'five'].map(text => ({ text })) }
const HOST = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json']
const SESSION = '12345678-1234-4234-8234-123456789abc'

const projectDir = (world: World): string =>
  join(world.config, 'projects', world.project.replace(/[^A-Za-z0-9]/g, '-'))

/** A process that has said something and waits for more. */
const waiting = async (world: World): Promise<Running> => {
  const program = world.start([...HOST, '--session-id', SESSION], { input: 'keep' })
  program.say({ type: 'user', message: { role: 'user', content: 'a' } })
  await program.line(ofType('result'))
  return program
}

test('a second process on a session is refused, told what to do, and changes nothing', async () => {
  await using world = await openWorld(counting)
  const first = await waiting(world)
  const before = readFileSync(join(projectDir(world), `${SESSION}.jsonl`), 'utf8')
  const second = await world.stream(['--resume', SESSION, 'b'])
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toMatch(new RegExp(`is open in a -p run \\(process ${first.pid} on .*--fork-session`))
  expect(readFileSync(join(projectDir(world), `${SESSION}.jsonl`), 'utf8')).toBe(before)
  expect(world.server.requests).toHaveLength(1)
  const here = heldHere(world)
  const fork = await here.stream(['--resume', SESSION, '--fork-session', 'c'])
  expect(fork.code).toBe(0)
  expect(resultOf(fork)['session_id']).not.toBe(SESSION)
  first.child.stdin.end()
  expect((await first.ended).code).toBe(0)
  expect((await here.stream(['--resume', SESSION, 'd'])).code).toBe(0)
  expect(readdirSync(projectDir(world)).filter(name => name.endsWith('.lock'))).toEqual([])
})

test('the lock of a process that was killed keeps nobody out', async () => {
  await using world = await openWorld(counting)
  const first = await waiting(world)
  first.child.kill('SIGKILL')
  await first.ended
  expect(existsSync(join(projectDir(world), `${SESSION}.lock`))).toBe(true)
  expect((await heldHere(world).stream(['--resume', SESSION, 'b'])).code).toBe(0)
})

test('a config directory that is deleted takes nothing of a running session away', async () => {
  await using world = await openWorld(counting)
  const first = await waiting(world)
  rmSync(world.config, { recursive: true })
  first.say({ type: 'user', message: { role: 'user', content: 'b' } })
  await first.line(line => ofType('result')(line) && line['result'] === 'two')
  await first.stderr('written again')
  const here = heldHere(world)
  const second = await here.stream(['--resume', SESSION, 'c'])
  expect(second.stderr).toContain(`process ${first.pid} on `)
  const purge = await here.run(['sessions', 'purge', SESSION, '--yes'])
  expect(purge.stderr).toContain('is in use by another process and was skipped')
  first.child.stdin.end()
  await first.ended
  expect((await here.stream(['--resume', SESSION, 'd'])).code).toBe(0)
  expect(JSON.stringify(world.server.requests.at(-1)?.body)).toMatch(/"a".*one.*"b".*two.*"d"/)
})

test('of two processes that begin the same session at once one writes it', async () => {
  await using world = await openWorld(counting)
  const runs = await Promise.all([1, 2].map(() => world.stream(['--session-id', SESSION, 'a'])))
  const won = runs.filter(run => run.code === 0)
  expect(won.length).toBeGreaterThan(0)
  const entries = world.sessions().flatMap(file => file.entries)
  // Whoever came later was refused, or took up a number that was free again.
  expect(entries.filter(entry => entry.type === 'assistant')).toHaveLength(won.length)
})

const message = (n: number, parent: number | null, more: object = {}): object => ({
  type: n % 2 === 1 ? 'user' : 'assistant',
  uuid: `00000000-0000-4000-8000-00000000000${n}`,
  parentUuid: parent === null ? null : `00000000-0000-4000-8000-00000000000${parent}`,
  isSidechain: false,
  sessionId: SESSION,
  timestamp: '2026-01-01T00:00:00.000Z',
  cwd: '/p',
  message:
    n % 2 === 1
      ? { role: 'user', content: `question ${n}` }
      : { role: 'assistant', id: `m${n}`, content: [{ type: 'text', text: `answer ${n}` }] },
  ...more,
})
const text = (value: object): string => JSON.stringify(value)

test.each<[string, readonly (string | Buffer)[], readonly string[], string]>([
  [
    'a corrupt line in the middle',
    [text(message(1, null)), '{"type":"assistant", oops}', text(message(3, 2)), text(message(4, 3))],
    ['question 1', 'question 3', 'answer 4'],
    "skipped 1 line that can't be read",
  ],
  [
    'binary garbage',
    [text(message(1, null)), Buffer.from([0, 255, 254, 1, 0, 0, 200]), text(message(2, 1))],
    ['question 1', 'answer 2'],
    "skipped 1 line that can't be read",
  ],
  [
    'a circle of parents',
    [text(message(1, 2)), text(message(2, 1))],
    ['question 1', 'answer 2'],
    'refer to each other in a circle',
  ],
  [
    'a missing parent',
    [text(message(3, 2)), text(message(4, 3))],
    ['question 3', 'answer 4'],
    'The beginning of the conversation is missing',
  ],
])('%s: the session opens with all the rest, and says so', async (_, lines, expected, note) => {
  await using world = await openWorldHere(counting)
  mkdirSync(projectDir(world), { recursive: true })
  const bytes = lines.flatMap(line => [Buffer.from(line), Buffer.from('\n')])
  writeFileSync(join(projectDir(world), `${SESSION}.jsonl`), Buffer.concat(bytes))
  const ended = await world.stream(['--resume', SESSION, 'go on'])
  expect(ended.code).toBe(0)
  expect(ended.stderr).toContain(note)
  const sent = JSON.stringify(world.server.requests[0]?.body?.['messages'])
  for (const words of [...expected, 'go on']) expect(sent).toContain(words)
  expect((await world.stream(['--resume', SESSION, 'again'])).code).toBe(0)
})

test('a file of nothing but garbage is an empty session', async () => {
  await using world = await openWorldHere(counting)
  mkdirSync(projectDir(world), { recursive: true })
  writeFileSync(join(projectDir(world), `${SESSION}.jsonl`), Buffer.alloc(100_000, 0xfe))
  expect((await world.stream(['--resume', SESSION, 'hello'])).code).toBe(0)
})

/** The program with a file system of its own at the config directory; afterwards what is on it is copied out. */
const onMount = (world: World, options: string): [string, ...string[]] => [
  UNSHARE,
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs tmpfs "$CAPSTAN_CONFIG_DIR" && ${options} && { "$@"; code=$?; cp -r "$CAPSTAN_CONFIG_DIR" "$0"; exit $code; }`,
  join(world.root, 'copy'),
  process.execPath,
  PROGRAM,
]

const mounts = canMount()

test.runIf(mounts)(
  'a disk that fills up is said at once; what was shown is on it, in whole lines',
  async () => {
    await using world = await openWorld({ replies: [{ text: 'small' }, { text: longText(200_000) }] })
    mkdirSync(world.config)
    const program = world.start([...HOST, '--session-id', SESSION], {
      input: 'keep',
      command: onMount(world, 'mount -o remount,size=64k "$CAPSTAN_CONFIG_DIR"'),
    })
    program.say({ type: 'user', message: { role: 'user', content: 'a' } })
    await program.line(ofType('result', 'success'))
    program.say({ type: 'user', message: { role: 'user', content: 'b' } })
    const failed = await program.line(line => line.type === 'result' && line['is_error'] === true)
    expect(JSON.stringify(failed)).toMatch(/the disk or quota is full \(ENOSPC\)/)
    program.child.stdin.end()
    const ended = await program.ended
    const path = join(
      world.root,
      'copy',
      'projects',
      world.project.replace(/[^A-Za-z0-9]/g, '-'),
      `${SESSION}.jsonl`,
    )
    const stored = readFileSync(path, 'utf8')
    const lines = stored.split('\n').slice(0, -1)
    expect(stored.endsWith('\n')).toBe(true)
    const uuids = new Set(lines.map(line => JSON.parse(line)['uuid']))
    const shown = ended.lines.filter(line => line.type === 'assistant')
    expect(shown.map(line => uuids.has(line['uuid']))).toEqual(shown.map(() => true))
    expect(JSON.stringify(shown)).not.toContain('xxxxx')
  },
)

test.runIf(mounts)('a read-only file system is said at once, before a request', async () => {
  await using world = await openWorld(counting)
  mkdirSync(world.config)
  const ended = await world.stream(['a'], {
    command: onMount(world, 'mount -o remount,ro "$CAPSTAN_CONFIG_DIR"'),
  })
  expect(ended.code).toBe(1)
  expect(ended.stdout + ended.stderr).toMatch(/read-only \(EROFS\)/)
  expect(world.server.requests).toEqual([])
})

const held = heldToPermissions(PROGRAM)

test.runIf(held !== undefined)('a directory that may not be written is said at once', async () => {
  await using world = await openWorld(counting)
  mkdirSync(join(world.config, 'projects'), { recursive: true })
  const limit =
    'chmod 555 "$CAPSTAN_CONFIG_DIR/projects" "$CAPSTAN_CONFIG_DIR"; chmod 711 "$0" "$0/.."; exec "$@"'
  const ended = await world.stream(['a'], {
    command: ['sh', '-c', limit, world.root, ...(held ?? []), process.execPath, PROGRAM],
  })
  // An ordinary user could not even remove what lies there.
  for (const directory of [world.config, join(world.config, 'projects')]) chmodSync(directory, 0o755)
  expect(ended.code).toBe(1)
  expect(ended.stdout + ended.stderr).toMatch(/access is denied \(EACCES\)/)
  expect(ended.stderr).not.toMatch(/^\s+at /m)
  expect(world.server.requests).toEqual([])
})
