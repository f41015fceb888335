import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelFacts } from '../../protocol/model.ts'
import { addUsage, NO_USAGE, type Usage } from '../../protocol/usage.ts'
import { addCall, costOf, EMPTY_COST } from './pricing.ts'

const FACTS: ModelFacts = {
  id: 'm',
  window: 200_000,
  maxOutput: 64_000,
  thinking: 'none',
  price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6 },
}
const { price: _, ...UNPRICED } = FACTS

const million = (fields: Partial<Usage>): Usage => ({ ...NO_USAGE, ...fields })

test.each<[Partial<Usage>, number]>([
  [{ input_tokens: 1e6 }, 3],
  [{ output_tokens: 1e6 }, 15],
  [{ cache_read_input_tokens: 1e6 }, 0.3],
  [{ cache_creation_input_tokens: 1e6 }, 3.75],
  [
    {
      cache_creation_input_tokens: 1e6,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 1e6 },
    },
    6,
  ],
  [
    {
      cache_creation_input_tokens: 1e6,
      cache_creation: { ephemeral_5m_input_tokens: 5e5, ephemeral_1h_input_tokens: 5e5 },
    },
    4.875,
  ],
  [{ server_tool_use: { web_search_requests: 3 } }, 0.03],
])('%j costs %s USD', (usage, cost) => {
  expect(costOf(million(usage), FACTS)).toBeCloseTo(cost, 10)
})

test('a model without a price has no cost', () => {
  expect(costOf(million({ input_tokens: 1 }), UNPRICED)).toBeUndefined()
})

test('calls are added per model and in all', () => {
  const usage = million({
    input_tokens: 1e6,
    output_tokens: 2e6,
    cache_read_input_tokens: 3,
    cache_creation_input_tokens: 4,
  })
  const call = { model: 'm', usage, facts: FACTS, durationMs: 30, apiMs: 10 }
  const state = addCall(addCall({ ...EMPTY_COST, linesAdded: 5 }, call), call)
  const cost = 2 * (costOf(usage, FACTS) ?? 0)
  expect(state).toEqual({
    ...EMPTY_COST,
    linesAdded: 5,
    totalCostUSD: cost,
    apiDurationMs: 60,
    apiDurationWithoutRetriesMs: 20,
    modelUsage: {
      m: {
        inputTokens: 2e6,
        outputTokens: 4e6,
        cacheReadInputTokens: 6,
        cacheCreationInputTokens: 8,
        webSearchRequests: 0,
        costUSD: cost,
        contextWindow: 200_000,
        maxOutputTokens: 64_000,
      },
    },
  })
})

test('a model without a price is named once and keeps its cost unknown', () => {
  const call = { model: 'u', usage: million({ input_tokens: 1 }), facts: UNPRICED, durationMs: 0, apiMs: 0 }
  const state = addCall(addCall(addCall(EMPTY_COST, call), call), { ...call, facts: FACTS })
  expect(state.unpricedModels).toEqual(['u'])
  expect(state.modelUsage['u']?.costUSD).toBeUndefined()
  expect(state.totalCostUSD).toBeGreaterThan(0)
})

test('calls add up by their source, and what is only estimated is said', () => {
  const call = { model: 'm', usage: million({ input_tokens: 1e6 }), facts: FACTS, durationMs: 0, apiMs: 0 }
  const state = [
    { ...call, source: 'main' as const },
    { ...call, source: 'side' as const, partial: true },
    { ...call, source: 'side' as const, facts: UNPRICED },
  ].reduce(addCall, EMPTY_COST)
  const one = {
    inputTokens: 1e6,
    outputTokens: 0,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
    costUSD: 3,
  }
  expect(state.bySource).toEqual({
    main: { requests: 1, ...one },
    side: { requests: 2, ...one, inputTokens: 2e6 },
  })
  expect([state.totalCostUSD, state.estimatedUSD]).toEqual([6, 3])
})

test('the cost of a sum is the sum of the costs', () => {
  const count = fc.nat({ max: 1e6 })
  const anyUsage = fc.tuple(count, count, count, count).map(([a, b, c, d]) => ({
    input_tokens: a,
    output_tokens: b,
    cache_creation_input_tokens: c,
    cache_read_input_tokens: d,
  }))
  fc.assert(
    fc.property(anyUsage, anyUsage, (a, b) => {
      expect(costOf(addUsage(a, b), FACTS)).toBeCloseTo((costOf(a, FACTS) ?? 0) + (costOf(b, FACTS) ?? 0), 8)
    }),
  )
})

test('fast answers and long prompts have prices of their own', () => {
  const double = { input: 6, output: 30, cacheRead: 0.6, cacheWrite5m: 7.5, cacheWrite1h: 12 }
  const facts = { ...FACTS, fast: { price: double }, longPrice: { above: 1000, price: double } }
  expect(costOf(million({ output_tokens: 1e6, speed: 'fast' }), facts)).toBe(30)
  expect(costOf(million({ output_tokens: 1e6, speed: 'standard' }), facts)).toBe(15)
  expect(costOf(million({ output_tokens: 1e6, cache_read_input_tokens: 1000 }), facts)).toBeCloseTo(15.0003)
  expect(costOf(million({ output_tokens: 1e6, cache_read_input_tokens: 1001 }), facts)).toBeCloseTo(30.0006)
  expect(costOf(million({ output_tokens: 1, speed: 'fast' }), FACTS)).toBeUndefined()
})
