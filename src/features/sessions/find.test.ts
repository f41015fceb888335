import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findSession, latestSession } from './find.ts'
import { sessionPath } from './project-key.ts'

const id = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
const prompt = { type: 'user', uuid: 'u', message: { role: 'user', content: 'hi' } }

interface Place {
  readonly home: string
  readonly cwd: string
  /** Writes session `n`, last changed at second `n`. */
  put(n: number, lines: readonly object[], cwd?: string): string
}

const placeIn = (root: string): Place => {
  const home = join(root, 'home')
  const cwd = join(root, 'work')
  mkdirSync(cwd)
  return {
    home,
    cwd,
    put(n, lines, at = cwd) {
      const path = sessionPath(home, at, id(n))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
      utimesSync(path, n, n)
      return path
    },
  }
}

test('the latest session is the newest in which someone said something', async () => {
  await using tmp = tmpDir()
  const { home, cwd, put } = placeIn(tmp.path)
  put(1, [prompt])
  const wanted = put(2, [{ type: 'mode', mode: 'plan' }, prompt])
  put(3, [])
  put(4, [{ type: 'custom-title', customTitle: 'user' }])
  put(5, [{ ...prompt, isSidechain: true }])
  put(6, [prompt], tmp.path)
  const project = dirname(wanted)
  writeFileSync(join(project, 'notes.jsonl'), JSON.stringify(prompt))
  mkdirSync(join(project, `${id(7)}.jsonl`))
  symlinkSync(wanted, join(project, `${id(8)}.jsonl`))
  expect(await latestSession(home, cwd)).toBe(wanted)
})

test('a session that the leader of a team started is never the latest one, and is found by its id', async () => {
  await using tmp = tmpDir()
  const { home, cwd, put } = placeIn(tmp.path)
  const mark = { type: 'team-member', team: 'crew', name: 'ann', sessionId: 's' }
  const wanted = put(1, [prompt])
  // Words about the mark are no mark, and what follows the first prompt marks nothing.
  const talk = put(2, [{ ...prompt, message: { role: 'user', content: '"type":"team-member"' } }])
  const member = put(3, [{ type: 'mode', mode: 'plan' }, mark, prompt])
  expect(await latestSession(home, cwd)).toBe(talk)
  utimesSync(wanted, 9, 9)
  expect(await latestSession(home, cwd)).toBe(wanted)
  utimesSync(member, 10, 10)
  expect(await latestSession(home, cwd)).toBe(wanted)
  expect(await findSession(home, cwd, id(3))).toBe(member)
})

test('a directory without sessions has no latest one', async () => {
  await using tmp = tmpDir()
  const { home, cwd } = placeIn(tmp.path)
  expect(await latestSession(home, cwd)).toBe(undefined)
})

test('an id is found here first, then in other projects', async () => {
  await using tmp = tmpDir()
  const { home, cwd, put } = placeIn(tmp.path)
  const here = put(1, [prompt])
  put(1, [prompt], '/')
  const elsewhere = put(2, [prompt], tmp.path)
  expect([await findSession(home, cwd, id(1)), await findSession(home, cwd, id(2))]).toEqual([
    here,
    elsewhere,
  ])
})

test('a title is found when it is the last one of exactly one session here', async () => {
  await using tmp = tmpDir()
  const { home, cwd, put } = placeIn(tmp.path)
  const title = (customTitle: string): object => ({ type: 'custom-title', customTitle, sessionId: 's' })
  put(1, [title('parser'), prompt, title('renamed')])
  const wanted = put(2, [title('old'), prompt, title('parser')])
  put(3, [title('twice')])
  put(4, [title('twice')])
  put(5, [title('there')], tmp.path)
  expect(await findSession(home, cwd, 'parser')).toBe(wanted)
  await expect(findSession(home, cwd, 'twice')).rejects.toMatchObject({
    kind: 'ambiguous',
    message: `2 sessions in this directory are called "twice". Resume one by its id: ${id(4)}, ${id(3)}.`,
  })
  await expect(findSession(home, cwd, 'there')).rejects.toMatchObject({ kind: 'not_found' })
})

test('four characters and more of an id are enough where only one begins so, here before elsewhere', async () => {
  await using tmp = tmpDir()
  const { home, cwd, put } = placeIn(tmp.path)
  const here = put(12_000_001, [prompt])
  put(12_000_002, [prompt], tmp.path)
  const there = put(23_000_001, [prompt], tmp.path)
  const named = put(34_000_001, [{ type: 'custom-title', customTitle: '230000', sessionId: 's' }])
  expect(await findSession(home, cwd, '1200')).toBe(here)
  expect(await findSession(home, cwd, '23000001-')).toBe(there)
  expect(await findSession(home, cwd, '230000')).toBe(named)
  put(12_000_003, [prompt])
  await expect(findSession(home, cwd, '120000')).rejects.toMatchObject({
    kind: 'ambiguous',
    message: `2 sessions have an id that begins with 120000: ${id(12_000_003)}, ${id(12_000_001)}. Give more of it.`,
  })
})

test('a path to a file is taken as it is, relative to the directory', async () => {
  await using tmp = tmpDir()
  const { home, cwd } = placeIn(tmp.path)
  const path = join(cwd, 'mine.jsonl')
  writeFileSync(path, '')
  expect(await findSession(home, cwd, 'mine.jsonl')).toBe(path)
  await expect(findSession(home, cwd, 'other.jsonl')).rejects.toMatchObject({ kind: 'not_found' })
  await expect(findSession(home, cwd, '../work/../../.jsonl')).rejects.toMatchObject({ kind: 'not_found' })
})

test.each([
  ['an unknown id', id(9), `Most recent here: ${id(4)}, ${id(3)}, ${id(2)}.`],
  ['too little of an id', '000', `Most recent here: ${id(4)}, ${id(3)}, ${id(2)}.`],
  ['a way out of the directory', '../../x', `Most recent here: ${id(4)}, ${id(3)}, ${id(2)}.`],
  ['nothing', '', `Most recent here: ${id(4)}, ${id(3)}, ${id(2)}.`],
])('%s is not found, with a suggestion', async (_, ref, advice) => {
  await using tmp = tmpDir()
  const { home, cwd, put } = placeIn(tmp.path)
  const here = dirname(put(1, [prompt]))
  for (const n of [2, 3, 4]) put(n, [prompt])
  await expect(findSession(home, cwd, ref)).rejects.toMatchObject({
    kind: 'not_found',
    message: `No session "${ref}" in ${here}. ${advice}`,
  })
})

test('without any session it says so', async () => {
  await using tmp = tmpDir()
  const { home, cwd } = placeIn(tmp.path)
  await expect(findSession(home, cwd, id(1))).rejects.toThrow('There are no sessions in this directory yet.')
})
