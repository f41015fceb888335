import { expect, test } from 'vitest'
import type { Entry } from '../../../protocol/entry.ts'
import { type CostState, NO_USAGE } from '../../../protocol/usage.ts'
import { type CostFacts, costOfSession, isCostState } from './cost.ts'
import { FactsFold } from './facts.ts'

const cost: CostState = {
  totalCostUSD: 1,
  unpricedModels: [],
  apiDurationMs: 0,
  apiDurationWithoutRetriesMs: 0,
  toolDurationMs: 0,
  linesAdded: 0,
  linesRemoved: 0,
  modelUsage: {},
}
const source = {
  requests: 1,
  inputTokens: 1,
  outputTokens: 1,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
  costUSD: 0.5,
}
const state = (sessionId: string): Entry => ({ type: 'cost-state', cost, sessionId })
const usage = (id: string, sessionId = 's') =>
  ({
    type: 'usage',
    sessionId,
    timestamp: '2026-01-01T00:00:00.000Z',
    source: 'main',
    durationMs: 1,
    message: { id, model: 'm', usage: NO_USAGE },
  }) as const

const fold = (...entries: readonly Entry[]): CostFacts => {
  const facts = new FactsFold()
  for (const entry of entries) facts.take(entry)
  const { title: _, ...cost } = facts.facts
  return cost
}

test('the last state counts, with the calls after it', () => {
  expect(fold(usage('a'), state('s'), usage('b'), usage('c'))).toEqual({
    cost,
    costSession: 's',
    uncounted: [usage('b'), usage('c')],
  })
  expect(fold(usage('a'), state('s'))).toEqual({ cost, costSession: 's' })
})

test('money that another session spent is not on the bill of this one', () => {
  const facts = fold(state('other'), usage('a', 'other'), usage('b'))
  expect(costOfSession(facts, 's')).toEqual({ uncounted: [usage('b')] })
  expect(costOfSession(facts, 'other')).toEqual({ cost, uncounted: [usage('a', 'other')] })
  expect(costOfSession({}, 's')).toEqual({})
})

test.each<[string, unknown, boolean]>([
  ['as it is', cost, true],
  ['with sources and an estimate', { ...cost, bySource: { main: source }, estimatedUSD: 0.1 }, true],
  ['a negative total', { ...cost, totalCostUSD: -1 }, false],
  ['a negative estimate', { ...cost, estimatedUSD: -1 }, false],
  ['a source without numbers', { ...cost, bySource: { main: {} } }, false],
  ['a negative source', { ...cost, bySource: { main: { ...source, costUSD: -1 } } }, false],
  ['a list of sources', { ...cost, bySource: [] }, false],
])('%s: a state counts whole or not at all', (_, value, counts) => {
  expect(isCostState(value)).toBe(counts)
})
