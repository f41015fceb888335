import { expect, test } from 'vitest'
import { assistant, attachment, call, result, text, user } from '../../../../test/support/messages.ts'
import { stageEnv } from '../../../../test/support/stage-env.ts'
import type { Message } from '../../../protocol/message.ts'
import type { StageEnv } from '../../../protocol/stage.ts'
import type { CompactPorts } from '../compact-ports.ts'
import type { SessionNotes } from '../notes/note-taker.ts'
import { createSessionMemoryCompact, keepFrom } from './session-memory-compact.ts'

const section = { name: 'Task', hint: '', text: 'fix the parser' }
const noted = (upTo: string): SessionNotes => ({ upTo, sections: [section] })
const stageWith = (notes: SessionNotes | undefined, ports: CompactPorts = {}) => {
  const waited: number[] = []
  const stage = createSessionMemoryCompact(
    { current: () => notes, settle: async ms => void waited.push(ms) },
    ports,
  )
  return { stage, waited }
}
const round = (n: number, size: number): Message[] => [
  assistant(`a${n}`, [text(`step ${n}`), call(`t${n}`)]),
  user(`r${n}`, [result(`t${n}`, 'x'.repeat(size))]),
]
/** Twenty rounds of about three thousand tokens. */
const view: Message[] = [
  attachment('ctx', 'today'),
  user('u', 'please'),
  ...Array.from({ length: 20 }, (_, n) => round(n, 9_000)).flat(),
]
const env = (more: Partial<StageEnv> = {}) => stageEnv({ tokens: 170_000, ...more })

test('what the notes know of goes, the rest stays word for word', async () => {
  const { stage, waited } = stageWith(noted('r17'))
  const done = await stage.run(view, env())
  const [mark, summary] = done?.added ?? []
  expect(waited).toEqual([15_000])
  expect(JSON.stringify(summary)).toContain('fix the parser')
  expect(JSON.stringify(summary)).toContain('please')
  const kept = done?.view.slice(2) ?? []
  expect(kept).toEqual(view.slice(-kept.length))
  expect(mark).toMatchObject({
    compactMetadata: {
      by: 'session-memory-compact',
      preserved: { anchor: summary?.uuid, uuids: kept.map(({ uuid }) => uuid) },
    },
  })
})

test.each([
  ['at least ten thousand tokens and five texts', 'r19', 200_000, 'a15'],
  ['more when the notes lag behind', 'r10', 200_000, 'a11'],
  ['at most a fifth of the window', 'r19', 40_000, 'a18'],
  ['nothing of the head', 'r19', 1_000_000, 'a15'],
])('keeps %s', (_name, upTo, window, first) => {
  expect(view[keepFrom(view, upTo, window) ?? 0]?.uuid).toBe(first)
})

test.each([
  ['they are about another history', 'nowhere', 200_000],
  ['they lag too far behind', 'r1', 200_000],
])('the notes are of no use when %s', (_name, upTo, window) => {
  expect(keepFrom(view, upTo, window)).toBeUndefined()
})

test('an earlier summary is never kept word for word', () => {
  const summary = { ...user('s', 'so far'), isMeta: true, isCompactSummary: true }
  const short: Message[] = [summary, ...round(1, 10), ...round(2, 10)]
  expect(keepFrom(short, 'r2', 200_000)).toBe(1)
})

test.each<[string, SessionNotes | undefined, Partial<StageEnv>]>([
  ['without notes', undefined, {}],
  [
    'when the result would still be too large',
    noted('r17'),
    { limits: { effective: 9, warnAt: 9, compactAt: 9, blockAt: 9 } },
  ],
  ['below the threshold', noted('r17'), { tokens: 1_000 }],
  ['for a refused prompt', noted('r17'), { trigger: 'reactive' }],
  ['for special wishes', noted('r17'), { trigger: 'manual', request: { instructions: 'the tests' } }],
  ['for a part', noted('r17'), { trigger: 'manual', request: { part: { messageUuid: 'u', side: 'after' } } }],
  ['with notes in which nothing stands', { upTo: 'r17', sections: [{ ...section, text: '' }] }, {}],
])('%s it leaves the work to the summary', async (_name, notes, more) => {
  const { stage } = stageWith(notes)
  expect(await stage.run(view, env(more))).toBeUndefined()
})

test('a person without special wishes gets it too', async () => {
  const { stage } = stageWith(noted('r17'))
  expect(await stage.run(view, env({ trigger: 'manual', tokens: 20_000 }))).toBeDefined()
})

test('hooks that object or have wishes lead to the full summary; afterwards they are told', async () => {
  const told: string[] = []
  const after: CompactPorts['after'] = async (_env, summary) => void told.push(summary)
  const run = (answer: Awaited<ReturnType<NonNullable<CompactPorts['before']>>>) =>
    stageWith(noted('r17'), { before: async () => answer, after }).stage.run(view, env())
  expect(await run({ blocked: 'no' })).toBeUndefined()
  expect(await run({ instructions: ['keep the numbers'] })).toBeUndefined()
  expect(await run({})).toBeDefined()
  expect(told).toEqual(['## Task\nfix the parser'])
})
