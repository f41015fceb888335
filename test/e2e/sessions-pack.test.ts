import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { resultOf, type World } from '../support/run-program.ts'

const PASSPHRASE = 'correct horse battery'

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, encoding: 'utf8' })

/** Everything below a directory with its content. */
const tree = (directory: string): Readonly<Record<string, string>> =>
  existsSync(directory)
    ? Object.fromEntries(
        readdirSync(directory, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => [
            join(entry.parentPath, entry.name),
            readFileSync(join(entry.parentPath, entry.name), 'latin1'),
          ]),
      )
    : {}

const work = async (world: World): Promise<string> => {
  git(world.project, 'init', '-q')
  world.put('a.txt', 'one\n')
  git(world.project, 'add', '.')
  git(world.project, 'commit', '-qm', 'first')
  const tools = ['--allowedTools', 'Write', 'Bash', 'Edit', 'Read', '--']
  const ended = await world.stream([...tools, 'work'])
  await world.stream(['-c', ...tools, 'more'])
  return String(resultOf(ended)['session_id'])
}
const replies = () => ({
  replies: [
    { when: { lastUserText: 'go on' }, text: 'Going on.', repeat: true },
    { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' } } },
    { tool: { name: 'Bash', input: { command: 'pwd; echo new > made.txt' } } },
    { text: 'All of it is made.' },
    { text: 'More.' },
  ],
})

/** The last request, but for when it was sent. */
const asked = (world: World): string => JSON.stringify(world.server.requests.at(-1)?.body)

test('packed in one home and unpacked in another, the next request is the same but for paths', async () => {
  await using there = await openWorldHere({ replies: [{ text: 'Going on.' }] })
  await using world = await openWorldHere(replies())
  const id = await work(world)
  world.put('pass', `${PASSPHRASE}\n`)
  const packed = await world.run([
    'sessions',
    'pack',
    id,
    '-o',
    'x.capstan-session',
    '--passphrase-file',
    'pass',
  ])
  expect([packed.code, packed.stderr]).toEqual([0, ''])
  const file = readFileSync(join(world.project, 'x.capstan-session'))
  expect(file.includes('made.txt')).toBe(false)
  const elsewhere = join(there.root, 'other', 'place')
  mkdirSync(elsewhere, { recursive: true })
  cpSync(world.project, elsewhere, { recursive: true })
  const taken = await there.run([
    'sessions',
    'unpack',
    join(elsewhere, 'x.capstan-session'),
    '--to',
    elsewhere,
    '--passphrase-file',
    join(elsewhere, 'pass'),
  ])
  expect([taken.code, taken.stderr]).toEqual([0, ''])
  const patch = /: (\S+changes\.patch) /.exec(taken.stdout)?.[1] ?? ''
  expect(readFileSync(patch, 'utf8')).toMatch(/\+two[\s\S]*\+new/)
  await world.stream(['--resume', id, '--', 'go on'])
  await there.stream(['--resume', id, '--', 'go on'], { cwd: elsewhere })
  const key = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-')
  const mapped = asked(there)
    .replaceAll(key(elsewhere), key(world.project))
    .replaceAll(elsewhere, world.project)
    .replaceAll(there.config, world.config)
    .replaceAll(there.home, world.home)
  expect(mapped).toBe(asked(world))
  const again = await there.run([
    'sessions',
    'unpack',
    join(elsewhere, 'x.capstan-session'),
    '--to',
    elsewhere,
    '--passphrase-file',
    join(elsewhere, 'pass'),
  ])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is already here')])
})

test('another passphrase, a damaged file and one that is none: a sentence, and nothing is written', async () => {
  await using world = await openWorldHere(replies())
  await using there = await openWorldHere({ replies: [] })
  const id = await work(world)
  for (const [name, text] of [
    ['pass', PASSPHRASE],
    ['wrong', 'something else'],
    ['short', 'short'],
  ])
    world.put(name as string, `${text}\n`)
  const pack = (...more: readonly string[]) => world.run(['sessions', 'pack', id, ...more])
  expect(await pack('-o', 'x', '--passphrase-file', 'short')).toMatchObject({ code: 2 })
  expect(await pack('-o', 'x', '--passphrase-file', 'pass')).toMatchObject({ code: 0 })
  expect((await pack('-o', 'x', '--passphrase-file', 'pass')).stderr).toContain('exists already')
  const file = readFileSync(join(world.project, 'x'))
  const before = tree(there.root)
  const broken = (at: number): Buffer => {
    const copy = Buffer.from(file)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }
  const cases: readonly (readonly [Buffer, string, RegExp])[] = [
    [file, 'wrong', /Wrong passphrase\. Nothing was written\./],
    ...[80, file.length - 1].map(at => [broken(at), 'pass', /damaged or was changed/] as const),
    [file.subarray(0, file.length - 10), 'pass', /damaged or was changed/],
    [Buffer.from('hello'), 'pass', /not a packed session/],
  ]
  for (const [bytes, pass, said] of cases) {
    const path = join(world.project, 'y')
    writeFileSync(path, bytes)
    const ended = await there.run([
      'sessions',
      'unpack',
      path,
      '--passphrase-file',
      join(world.project, pass),
    ])
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(said)])
  }
  const same = Object.keys(before).every(name => tree(there.root)[name] === before[name])
  expect([same, Object.keys(tree(join(there.config, 'projects')))]).toEqual([true, []])
})
