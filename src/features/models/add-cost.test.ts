import { expect, test } from 'vitest'
import type { CostState } from '../../protocol/usage.ts'
import { addCost } from './add-cost.ts'
import { findModel } from './catalogue.ts'
import { addCall, EMPTY_COST } from './pricing.ts'

const spend = (state: CostState, tokens: number, model = 'claude-sonnet-4-6'): CostState =>
  addCall(state, {
    model,
    usage: {
      input_tokens: tokens,
      output_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
    facts: findModel(model, []).facts,
    durationMs: 10,
    apiMs: 5,
    source: 'main',
  })

test('what grew elsewhere is added once, whatever was reported before', () => {
  const own = spend(EMPTY_COST, 1_000_000)
  const first = spend(EMPTY_COST, 1_000_000)
  const second = spend(spend(first, 500_000), 500_000, 'mystery')
  const sum = addCost(addCost(own, { before: undefined, after: first }), { before: first, after: second })
  expect(sum).toMatchObject({ totalCostUSD: 7.5, apiDurationMs: 40, unpricedModels: ['mystery'] })
  expect(sum.modelUsage['claude-sonnet-4-6']).toMatchObject({ inputTokens: 2_500_000, costUSD: 7.5 })
  expect(sum.modelUsage['mystery']?.costUSD).toBeUndefined()
  expect(sum.bySource).toMatchObject({
    main: { requests: 1, inputTokens: 1_000_000 },
    agent: { requests: 3, inputTokens: 2_000_000, costUSD: 4.5 },
  })
})

test('the same said again adds nothing', () => {
  const after = spend(EMPTY_COST, 1_000_000)
  const own = spend(EMPTY_COST, 10)
  expect(addCost(own, { before: after, after }).totalCostUSD).toBe(own.totalCostUSD)
})
