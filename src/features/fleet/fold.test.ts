import { expect, test } from 'vitest'
import { emptyView, foldRecord, type JobView } from './fold.ts'
import { memberOf, newIdentity } from './identity.ts'
import type { RecordKind, StoredRecord } from './record.ts'

const LEASE_MS = 1_000
const [one, two] = ['worker-1', 'worker-2'].map(name => memberOf(newIdentity(name)))
const facts = {
  ...{
    id: 'j0123456789abcdef',
    owner: 'boss',
    labels: [],
    submittedAt: 1,
    version: '1.0.0',
    leaseMs: LEASE_MS,
  },
  trace: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
}
const order = Buffer.from(
  JSON.stringify({ facts, workers: [one, two], key: { from: '', keys: {} }, work: '' }),
)

type Said = readonly [
  by: string,
  kind: RecordKind,
  ms: number,
  more?: { token?: number; note?: string; n?: string; forged?: true },
]

/** Each gets the next number, the first 1; so the token of the second record is 2. */
const fold = (said: readonly Said[], maxBytes = 1_000_000): JobView =>
  said.reduce<JobView>((view, [by, kind, ms, more = {}], index) => {
    const head = { job: facts.id, kind, by, token: more.token ?? 0, n: more.n ?? `n${index}` }
    const record: StoredRecord = {
      head: more.note === undefined ? head : { ...head, note: more.note },
      body: kind === 'job' ? order : Buffer.alloc(0),
      ...{ seq: index + 1, ms, isGenuine: !more.forged, bytes: 100 },
    }
    return foldRecord(view, record, { maxBytes })
  }, emptyView())

const JOB: Said = ['boss', 'job', 0]
const CLAIM: Said = ['worker-1', 'claim', 10]
const under = (token: number) => ({ token })

test('a claim, its beats and its result make a job that is done', () => {
  const view = fold([
    JOB,
    CLAIM,
    ['worker-1', 'beat', 900, under(2)],
    ['worker-1', 'result', 1_500, { token: 2, note: 'done' }],
  ])
  expect(view).toMatchObject({ state: 'done', owner: 'boss', lost: [], ignored: [] })
  expect(view.holder).toBeUndefined()
})

test.each<[why: string, said: readonly Said[]]>([
  ['forged', [JOB, [...CLAIM.slice(0, 3), { forged: true }] as unknown as Said]],
  ['not_allowed', [CLAIM]],
  ['not_allowed', [JOB, JOB.with(0, 'other') as unknown as Said]],
  ['not_allowed', [JOB, ['other', 'stop', 5]]],
  ['too_early', [JOB, CLAIM, ['worker-2', 'claim', 1_009]]],
  ['too_early', [JOB, CLAIM, ['worker-1', 'beat', 900, under(2)], ['worker-1', 'claim', 1_899]]],
  ['not_holder', [JOB, CLAIM, ['worker-2', 'lines', 20, under(2)]]],
  ['not_holder', [JOB, CLAIM, ['worker-1', 'lines', 20, under(1)]]],
  [
    'not_holder',
    [JOB, CLAIM, ['worker-2', 'claim', 1_010], ['worker-1', 'result', 1_011, { token: 2, note: 'done' }]],
  ],
  ['not_holder', [JOB, CLAIM, ['boss', 'stop', 20], ['worker-1', 'result', 21, { token: 2, note: 'done' }]]],
  [
    'replayed',
    [
      JOB,
      CLAIM,
      ['worker-1', 'lines', 20, { token: 2, n: 'x' }],
      ['worker-1', 'lines', 21, { token: 2, n: 'x' }],
    ],
  ],
  ['replayed', [JOB, ['boss', 'stop', 5, { n: 's' }], ['boss', 'retry', 6], ['boss', 'stop', 7, { n: 's' }]]],
])('what is %s does not count', (why, said) => {
  const last = said.at(-1)
  const before = fold(said.slice(0, -1))
  const { ignored, seq: _, bytes: __, ...after } = fold(said)
  expect(ignored).toMatchObject([{ by: last?.[0], kind: last?.[1], why }])
  const { ignored: ___, seq: ____, bytes: _____, ...same } = before
  expect(after).toEqual(same)
})

test('whoever takes up a job that was left has it, and the third that is lost sets it aside', () => {
  const said: Said[] = [JOB, CLAIM, ['worker-2', 'claim', 1_010], ['worker-1', 'claim', 2_010]]
  expect(fold(said)).toMatchObject({
    state: 'running',
    holder: { by: 'worker-1', token: 4 },
    lost: ['worker-1', 'worker-2'],
  })
  const aside = fold([...said, ['worker-2', 'claim', 3_010]])
  expect(aside).toMatchObject({ state: 'aside', lost: ['worker-1', 'worker-2', 'worker-1'] })
  const again = fold([...said, ['worker-2', 'claim', 3_010], ['boss', 'retry', 3_020]])
  expect(again).toMatchObject({ state: 'queued', lost: [], attempt: 1, records: [] })
})

test('one that was given back is free at once, and nobody was lost', () => {
  const view = fold([JOB, CLAIM, ['worker-1', 'release', 20, under(2)], ['worker-2', 'claim', 21]])
  expect(view).toMatchObject({ state: 'running', holder: { by: 'worker-2' }, lost: [] })
})

test('a worker that writes without end is stopped at the limit, and can still say how it ended', () => {
  const many = Array.from({ length: 20 }, (_, index): Said => ['worker-1', 'lines', 20 + index, under(2)])
  const view = fold([JOB, CLAIM, ...many, ['worker-1', 'result', 50, { token: 2, note: 'failed' }]], 1_000)
  expect(view.state).toBe('failed')
  expect(view.ignored.map(({ why }) => why)).toEqual(Array.from({ length: 11 }, () => 'too_much'))
})
