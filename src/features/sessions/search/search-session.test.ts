import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../../test/support/messages.ts'
import { makeDirectory } from '../../../../test/support/tool-call.ts'
import type { Message } from '../../../protocol/message.ts'
import { searchSession } from './search-session.ts'

const boundary = (uuid: string, preserved?: readonly string[]): Message => ({
  type: 'system',
  uuid,
  timestamp: '2026-01-01T00:00:00.000Z',
  subtype: 'compact_boundary',
  content: '',
  compactMetadata: {
    trigger: 'auto',
    preTokens: 1,
    ...(preserved ? { preserved: { anchor: uuid, uuids: preserved } } : {}),
  },
})

/** Each hangs on the one before, unless told. */
const write = (messages: readonly (Message & { readonly parent?: string | null })[]): string => {
  const path = join(makeDirectory(), 's.jsonl')
  const lines = messages.map(({ parent, ...message }, at) => {
    const before = messages[at - 1]?.uuid ?? null
    const cut = message.type === 'system' && message.subtype === 'compact_boundary'
    const parentUuid = parent === undefined ? before : parent
    return JSON.stringify({
      ...message,
      parentUuid: cut ? null : parentUuid,
      ...(cut ? { logicalParentUuid: parentUuid } : {}),
      isSidechain: false,
    })
  })
  writeFileSync(path, `${lines.join('\n')}\n{"torn":`)
  return path
}
const found = async (path: string, query: string, more: object = {}) => {
  const { found: hits } = await searchSession(path, { query, limit: 10, ...more })
  return hits.map(hit => `${hit.uuid}${hit.dropped ? ' dropped' : ''}`)
}

const conversation: readonly Message[] = [
  user('u1', 'Use port 8123 for the server.'),
  assistant('a1', [text('I use port 8123.'), call('c1', 'Bash')]),
  user('r1', [result('c1', 'listening on port 8123')]),
  boundary('b1', ['r1']),
  { ...user('s1', 'port 8123 is used'), isMeta: true, isCompactSummary: true },
  assistant('a2', [{ type: 'thinking', thinking: 'the port again', signature: '' }]),
  user('u2', 'Which host?'),
]

test('finds what was said before a compaction too, newest first, but not summaries', async () => {
  const path = write(conversation)
  expect(await found(path, 'port 8123')).toEqual(['r1', 'a1 dropped', 'u1 dropped', 'a2'])
  expect(await found(path, 'port')).toEqual(['a2', 'r1', 'a1 dropped', 'u1 dropped'])
})

test('those with the most of the words come first', async () => {
  const path = write(conversation)
  expect(await found(path, 'server port nonsense')).toEqual(['u1 dropped', 'a2', 'r1', 'a1 dropped'])
  expect(await found(path, 'nonsense')).toEqual([])
})

test('one message is shown whole, or only where something is in it', async () => {
  const long = `${'first line\n'.repeat(3_000)}needle\nlast`
  const path = write([user('0123-4567', long), user('u2', 'needle')])
  const whole = await searchSession(path, { limit: 5, messageId: '0123' })
  expect(whole).toEqual({
    total: 1,
    found: [
      {
        uuid: '0123-4567',
        timestamp: '2026-01-01T00:00:00.000Z',
        by: 'user',
        dropped: false,
        excerpts: [{ line: 1, text: long.slice(0, 16_000) }],
        more: 1,
      },
    ],
  })
  const { found: hits } = await searchSession(path, { limit: 5, messageId: '0123', query: 'needle' })
  expect(hits.map(hit => hit.excerpts)).toEqual([[{ line: 3_000, text: 'first line\nneedle\nlast' }]])
})

test('says who said it, and leaves out tools that do not count', async () => {
  const path = write([
    user('u1', 'look'),
    assistant('a1', [{ ...call('c1', 'Recall'), input: { query: 'gold' } }]),
    user('r1', [result('c1', 'gold'), text('a reminder of gold')]),
    assistant('a2', [{ ...call('c2', 'Write'), input: { file_path: 'x', content: 'gold\nsilver' } }]),
    user('r2', [result('c2', 'wrote gold')]),
  ])
  const question = { query: 'gold', limit: 10, withoutTools: ['Recall'] }
  const { found: hits } = await searchSession(path, question)
  expect(hits.map(({ uuid, by, tool, excerpts }) => [uuid, by, tool, excerpts[0]?.text])).toEqual([
    ['r2', 'result', 'Write', 'wrote gold'],
    ['a2', 'call', 'Write', 'file_path: x\ncontent: gold\nsilver'],
    ['r1', 'note', undefined, 'a reminder of gold'],
  ])
})

test('branches that were left and records that were thrown away are not found', async () => {
  const path = write([
    user('u1', 'gold'),
    user('u2', 'gold left behind'),
    { ...user('u3', 'gold on the way'), parent: 'u1' },
    assistant('a1', [text('gold thrown away')]),
    {
      type: 'system',
      uuid: 't1',
      timestamp: '2026-01-01T00:00:00.000Z',
      subtype: 'tombstone',
      content: '',
      removed: ['a1'],
      parent: 'u3',
    },
  ])
  expect(await found(path, 'gold')).toEqual(['u3', 'u1'])
})

test('the limit bounds what is shown, not what is counted', async () => {
  const path = write(Array.from({ length: 30 }, (_, at) => user(`u${at}`, `gold ${at}`)))
  const { found: hits, total } = await searchSession(path, { query: 'gold', limit: 2 })
  expect([hits.map(({ uuid }) => uuid), total]).toEqual([['u29', 'u28'], 30])
})

test('a file that is not there is a SessionError', async () => {
  await expect(searchSession('/nowhere/s.jsonl', { query: 'x', limit: 1 })).rejects.toMatchObject({
    name: 'SessionError',
  })
})
