import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { projectDirectory } from '../project-key.ts'
import { type GrepRequest, grepSessions } from './grep-sessions.ts'

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const place = { parentUuid: null, isSidechain: false, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/p' }
const user = (content: unknown, uuid = 'u'): object => ({
  ...place,
  type: 'user',
  uuid,
  message: { role: 'user', content },
})
const assistant = (...content: object[]): object => ({
  ...place,
  type: 'assistant',
  uuid: 'a',
  message: { id: 'm', role: 'assistant', content },
})

const put = (configHome: string, n: number, lines: readonly (object | string)[], cwd = '/p'): void => {
  const directory = projectDirectory(configHome, cwd)
  mkdirSync(directory, { recursive: true })
  const path = join(directory, `${id(n)}.jsonl`)
  writeFileSync(
    path,
    lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  )
  utimesSync(path, n, n)
}
const grep = async (configHome: string, query: string, more: Partial<GrepRequest> = {}) =>
  await Array.fromAsync(grepSessions({ configHome, query, ...more }))

test('a match says where it is', async () => {
  await using tmp = tmpDir()
  put(tmp.path, 1, ['garbage', user(`${'a'.repeat(100)} Needle ${'b'.repeat(100)}`)])
  expect(await grep(tmp.path, 'needle')).toEqual([
    {
      sessionId: id(1),
      path: join(projectDirectory(tmp.path, '/p'), `${id(1)}.jsonl`),
      line: 2,
      where: 'user',
      uuid: 'u',
      timestamp: '2026-01-01T00:00:00.000Z',
      excerpt: `${'a'.repeat(59)} Needle ${'b'.repeat(59)}`,
      at: 60,
      length: 6,
    },
  ])
})

test.each<[string, object, string, string | undefined]>([
  ['words of the model', assistant({ type: 'text', text: 'xyz' }), 'xyz', 'assistant'],
  ['its thoughts', assistant({ type: 'thinking', thinking: 'xyz', signature: '' }), 'xyz', 'thinking'],
  [
    'what a call was given',
    assistant({ type: 'tool_use', id: 't', name: 'Bash', input: { a: [{ b: 'ls xyz' }] } }),
    'xyz',
    'call',
  ],
  [
    'what a call returned',
    user([{ type: 'tool_result', tool_use_id: 't', content: 'xyz' }]),
    'xyz',
    'result',
  ],
  ['a name', { type: 'custom-title', customTitle: 'xyz', sessionId: 's' }, 'xyz', 'title'],
  ['a field that nobody said', user('hello'), '/p', undefined],
  ['signs of patterns, as they are', user('a.*(b|c)[d]\\e{2}^$?+/'), '.*(b|c)[d]\\e{2}^$?+/', 'user'],
  ['a pattern that does not stand there', user('abbbc'), 'ab*c', undefined],
  ['quotes', user('say "hi"'), '"hi"', 'user'],
  ['line ends', user('one\ntwo'), 'e\nt', 'user'],
  ['other letters, either case', user('Über ÉCOLE'), 'école', 'user'],
])('finds %s', async (_, line, query, where) => {
  await using tmp = tmpDir()
  put(tmp.path, 1, [line])
  expect((await grep(tmp.path, query)).map(match => match.where)).toEqual(where === undefined ? [] : [where])
})

test('letters that their writer escaped are found too', async () => {
  await using tmp = tmpDir()
  put(tmp.path, 1, [JSON.stringify(user('café')).replace('é', '\\u00e9')])
  expect(await grep(tmp.path, 'café')).toHaveLength(1)
})

test('upper and lower case count when they should', async () => {
  await using tmp = tmpDir()
  put(tmp.path, 1, [user('Needle')])
  expect([
    (await grep(tmp.path, 'needle', { caseSensitive: true })).length,
    (await grep(tmp.path, 'Needle', { caseSensitive: true })).length,
  ]).toEqual([0, 1])
})

test('the newest session comes first, a directory has its own, and no query finds nothing', async () => {
  await using tmp = tmpDir()
  put(tmp.path, 1, [user('needle')])
  put(tmp.path, 2, [user('needle')], '/q')
  const ids = async (more: Partial<GrepRequest>) =>
    (await grep(tmp.path, 'needle', more)).map(match => match.sessionId)
  expect([await ids({}), await ids({ cwd: '/p' })]).toEqual([[id(2), id(1)], [id(1)]])
  expect(await grep(tmp.path, '')).toEqual([])
})

test('there is an end to it: per session, in all, and when it is called off', async () => {
  await using tmp = tmpDir()
  for (const n of [1, 2, 3])
    put(
      tmp.path,
      n,
      Array.from({ length: 30 }, () => user('needle')),
    )
  const count = async (more: Partial<GrepRequest>) => (await grep(tmp.path, 'needle', more)).length
  expect([
    await count({}),
    await count({ maxPerSession: 2 }),
    await count({ maxPerSession: 30, maxMatches: 40 }),
    await count({ signal: AbortSignal.abort() }),
  ]).toEqual([60, 6, 40, 0])
})

test('secrets are taken out before the excerpt is cut, also when the words are part of one', async () => {
  await using tmp = tmpDir()
  const secret = `key-${'k'.repeat(100)}-end`
  put(tmp.path, 1, [user(`the TOKEN is ${secret}, mind it`)])
  const redact = (text: string): string => text.replace(/key-k{100}-end/g, '[gone]')
  const found = async (query: string) =>
    (await grep(tmp.path, query, { redact })).map(({ excerpt, at, length }) => ({ excerpt, at, length }))
  const excerpt = 'the TOKEN is [gone], mind it'
  expect(await found('token')).toEqual([{ excerpt, at: 4, length: 5 }])
  expect(await found('mind')).toEqual([{ excerpt, at: 21, length: 4 }])
  expect(await found('kkk-end')).toEqual([{ excerpt, at: 13, length: 0 }])
})
