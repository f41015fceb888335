import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  SampleSession,
  sampleWork,
  textBlock,
  writeSession,
} from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { readStory } from '../ledger/read-story.ts'
import { StatsFold } from './session-stats.ts'

const deps = {
  price: (model: string) => (model === 'free' ? undefined : 0.25),
  dayOf: (at: string) => at.slice(0, 10),
}

test('sums go by model, source, day and tool', async () => {
  await using tmp = tmpDir()
  const session = sampleWork(3)
  session.metadata({
    type: 'usage',
    timestamp: '2026-03-03T00:00:00.000Z',
    source: 'side',
    durationMs: 1,
    message: { id: 'side1', model: 'free', usage: { input_tokens: 7, output_tokens: 1 } },
  })
  const fold = new StatsFold(deps)
  fold.add(readStory(writeSession(join(tmp.path, 'a.jsonl'), session.lines)))
  const stats = fold.result()
  expect(stats).toMatchObject({ sessions: 1, turns: 3, linesAdded: 3, linesRemoved: 3, inexact: 0 })
  expect(stats.total).toMatchObject({ calls: 10, usd: 2.25, unpriced: 1 })
  const calls = (sums: Readonly<Record<string, { readonly calls: number }>>): unknown =>
    Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum.calls]))
  expect(calls(stats.byModel)).toEqual({ 'claude-sonnet-4-5': 9, free: 1 })
  expect(calls(stats.bySource)).toEqual({ main: 9, side: 1 })
  expect(calls(stats.byDay)).toEqual({ '2026-03-02': 9, '2026-03-03': 1 })
  expect(stats.tools).toMatchObject({
    Bash: { calls: 3, errors: 1 },
    Read: { calls: 3, errors: 0 },
    Edit: { calls: 3 },
  })
  expect(stats.turnMs).toBeGreaterThan(stats.toolMs)
})

test('a reply that several files hold counts once, as the one that knows most tells it', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('a').reply([textBlock('b')])
  const fold = new StatsFold(deps)
  const copy = session.lines.filter(line => line['type'] !== 'usage')
  for (const [name, lines] of Object.entries({ copy, whole: session.lines, again: copy }))
    fold.add(readStory(writeSession(join(tmp.path, `${name}.jsonl`), lines)))
  expect(fold.result()).toMatchObject({
    sessions: 3,
    inexact: 0,
    total: { calls: 1, usage: { output_tokens: 80 } },
  })
})

test('what the cache served and lost is told by cause and by session, also what old lines said', async () => {
  await using tmp = tmpDir()
  const line = (broken: object = {}) => ({
    at: '2026-03-02T10:00:00.000Z',
    source: 'main',
    model: 'm',
    input: 10,
    cacheRead: 80,
    cacheWrite: 10,
    shared: 80,
    ...broken,
  })
  const lost = (cause: string, lostTokens: number, lostUsd?: number) => ({
    break: { cause, detail: '', lostTokens, ...(lostUsd === undefined ? {} : { lostUsd }) },
  })
  const sessionWith = (name: string, lines: readonly object[]) => {
    const session = new SampleSession().ask('a').reply([textBlock('b')])
    session.metadata({ type: 'cache-state', lines })
    return readStory(writeSession(join(tmp.path, `${name}.jsonl`), session.lines))
  }
  const fold = new StatsFold(deps)
  fold.add(sessionWith('plain', [line(lost('first_request', 0, 0)), line()]))
  const many = Array.from({ length: 400 }, () => line(lost('expired', 5, 0.25)))
  fold.add(sessionWith('broken', [...many, line(lost('__proto__', 7)), line(lost('compaction', 1, 0.5))]))
  const { cache } = fold.result()
  expect(cache).toMatchObject({
    input: 40_400,
    read: 32_320,
    lostTokens: 2_008,
    lostUsd: 100.5,
    unpriced: true,
  })
  expect(cache?.sessions.map(session => session.lostTokens)).toEqual([2_008, 0])
  expect(
    Object.entries(cache?.causes ?? {}).map(([cause, sum]) => [cause, sum.breaks, sum.unpriced]),
  ).toEqual([
    ['expired', 400, false],
    ['__proto__', 1, true],
    ['compaction', 1, false],
  ])
})
