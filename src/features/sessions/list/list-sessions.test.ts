import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { projectDirectory } from '../project-key.ts'
import { listSessions } from './list-sessions.ts'
import { indexPath } from './row-index.ts'

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const prompt = (content: unknown, more: object = {}): object => ({
  parentUuid: null,
  isSidechain: false,
  type: 'user',
  uuid: 'u',
  timestamp: '2026-01-01T00:00:00.000Z',
  cwd: '/p',
  gitBranch: 'main',
  entrypoint: 'cli',
  message: { role: 'user', content },
  ...more,
})
const title = (customTitle: string): object => ({ type: 'custom-title', customTitle, sessionId: 's' })

/** A config home whose sessions are of directory `/p`; n is also the time of writing. */
const home = (dir: string) => ({
  configHome: dir,
  put(n: number, lines: readonly (object | string)[], cwd = '/p'): string {
    const directory = projectDirectory(dir, cwd)
    mkdirSync(directory, { recursive: true })
    const path = join(directory, `${id(n)}.jsonl`)
    writeFileSync(
      path,
      lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    )
    utimesSync(path, n, n)
    return path
  },
})
const names = async (configHome: string, cwd?: string) =>
  (await listSessions({ configHome, ...(cwd === undefined ? {} : { cwd }) })).map(row => row.title)

test('a row says all there is to say', async () => {
  await using tmp = tmpDir()
  const { put } = home(tmp.path)
  const path = put(7, [prompt('fix\nit'), title('Mine'), { type: 'tag', tag: 't', sessionId: 's' }])
  expect(await listSessions({ configHome: tmp.path })).toEqual([
    {
      id: id(7),
      path,
      size: statSync(path).size,
      modifiedAt: 7000,
      createdAt: '2026-01-01T00:00:00.000Z',
      cwd: '/p',
      gitBranch: 'main',
      entrypoint: 'cli',
      title: 'Mine',
      name: 'Mine',
      firstPrompt: 'fix it',
      tag: 't',
    },
  ])
})

test('a row says which member of which team wrote it, with an index and without', async () => {
  await using tmp = tmpDir()
  const { put } = home(tmp.path)
  const mark = { type: 'team-member', team: 'crew', name: 'ann', sessionId: 's' }
  put(1, [mark, prompt('WORK')])
  const [row] = await listSessions({ configHome: tmp.path })
  expect(row).toMatchObject({ title: 'WORK', member: { name: 'ann', team: 'crew' } })
  for (let n = 2; n <= 60; n++) put(n, [prompt('mine')])
  for (const _ of ['read anew', 'from the index']) {
    const rows = await listSessions({ configHome: tmp.path })
    expect(rows.filter(each => each.member).map(each => each.member)).toEqual([{ name: 'ann', team: 'crew' }])
  }
})

const filler = prompt([{ type: 'tool_result', tool_use_id: 't', content: 'x'.repeat(50_000) }])
test.each<[string, (object | string)[], string | undefined]>([
  ['of the first prompt', [{ type: 'mode', mode: 'plan' }, prompt('hello'), prompt('more')], 'hello'],
  [
    'at the end of a long file',
    [prompt('hello'), filler, filler, filler, filler, title('End'), filler],
    'End',
  ],
  ['that was given last', [title('Old'), prompt('hello'), title('New')], 'New'],
  ['that was taken back counts no more', [prompt('hello'), title('Old'), title('')], 'hello'],
  [
    'in another order of fields',
    [prompt('hello'), { sessionId: 's', customTitle: 'Other', type: 'custom-title' }],
    'Other',
  ],
  [
    'of a prompt longer than what is read',
    [prompt(`a "long" é ${'x'.repeat(200_000)}`)],
    `a "long" é ${'x'.repeat(189)}`,
  ],
  [
    'of a long prompt in blocks',
    [prompt([{ type: 'text', text: `two\n${'x'.repeat(200_000)}` }])],
    `two ${'x'.repeat(196)}`,
  ],
  ['in a file with damage', ['\u0001garbage', '{"type":', prompt('hello'), '{"torn'], 'hello'],
  ['of nothing but garbage', ['\u0000\u0001', '[]'], undefined],
  ['of side talk is none', [prompt('side', { isSidechain: true })], undefined],
])('a title %s', async (_, lines, expected) => {
  await using tmp = tmpDir()
  home(tmp.path).put(1, lines)
  expect(await names(tmp.path)).toEqual([expected])
})

test('the newest comes first, and a directory has its own', async () => {
  await using tmp = tmpDir()
  const { put } = home(tmp.path)
  put(1, [prompt('one')])
  put(3, [prompt('three')], '/q')
  put(2, [prompt('two')])
  expect([await names(tmp.path), await names(tmp.path, '/p'), await names(tmp.path, '/none')]).toEqual([
    ['three', 'two', 'one'],
    ['two', 'one'],
    [],
  ])
})

test('links, directories, empty files and other names are no sessions', async () => {
  await using tmp = tmpDir()
  const { put } = home(tmp.path)
  const path = put(1, [prompt('one')])
  put(2, [])
  symlinkSync(path, path.replace(id(1), id(3)))
  mkdirSync(path.replace(id(1), id(4)))
  writeFileSync(join(path, '..', 'notes.jsonl'), 'x')
  expect(await names(tmp.path)).toEqual(['one'])
})

const many = (dir: string): readonly string[] => {
  const { put } = home(dir)
  return Array.from({ length: 60 }, (_, n) => put(n + 1, [prompt(`p${n + 1}`)]))
}

test('an index is kept for many sessions, for its owner alone, and what it says is what the files say', async () => {
  await using tmp = tmpDir()
  const paths = many(tmp.path)
  const first = await listSessions({ configHome: tmp.path })
  expect(statSync(indexPath(tmp.path)).mode & 0o777).toBe(0o600)
  const [oldest = ''] = paths
  // Unreadable as a session from now on, but of the same size and time: only the index can still know it.
  writeFileSync(oldest, 'x'.repeat(statSync(oldest).size))
  utimesSync(oldest, 1, 1)
  expect(await listSessions({ configHome: tmp.path })).toEqual(first)
})

test.each([
  ['is gone', (path: string) => rmSync(path)],
  ['is garbage', (path: string) => writeFileSync(path, '{"version":1,"rows":[1,{"path":2}]')],
  [
    'holds rows of another shape',
    (path: string) => writeFileSync(path, '{"version":1,"rows":[1,null,{"path":2}]}'),
  ],
  ['is of a later version', (path: string) => writeFileSync(path, '{"version":99,"rows":"x"}')],
])('an index that %s is made anew', async (_, spoil) => {
  await using tmp = tmpDir()
  many(tmp.path)
  const first = await listSessions({ configHome: tmp.path })
  const index = readFileSync(indexPath(tmp.path), 'utf8')
  spoil(indexPath(tmp.path))
  expect(await listSessions({ configHome: tmp.path })).toEqual(first)
  expect(readFileSync(indexPath(tmp.path), 'utf8')).toBe(index)
})

test('what changed since the index was written is read again, what was removed is gone', async () => {
  await using tmp = tmpDir()
  const paths = many(tmp.path)
  await listSessions({ configHome: tmp.path })
  home(tmp.path).put(60, [prompt('changed')])
  rmSync(paths[0] ?? '')
  const titles = await names(tmp.path)
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([59, 'changed', 'p2'])
})

test('a list works where no index can be written', async () => {
  await using tmp = tmpDir()
  many(tmp.path)
  writeFileSync(join(tmp.path, 'cache'), 'a file in the way')
  expect(await names(tmp.path)).toHaveLength(60)
  expect(existsSync(indexPath(tmp.path))).toBe(false)
})

test('a list of one directory keeps what is known of the others', async () => {
  await using tmp = tmpDir()
  many(tmp.path)
  await listSessions({ configHome: tmp.path })
  const { put } = home(tmp.path)
  for (let n = 100; n < 140; n++) put(n, [prompt('q')], '/q')
  await listSessions({ configHome: tmp.path, cwd: '/q' })
  expect(JSON.parse(readFileSync(indexPath(tmp.path), 'utf8')).rows).toHaveLength(100)
})
