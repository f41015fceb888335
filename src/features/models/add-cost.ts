import type { CostGrowth, CostState, ModelUsage, SourceUsage } from '../../protocol/usage.ts'
import { EMPTY_COST } from './pricing.ts'

/** What an agent in a process of its own spent meanwhile, added to what whoever started it did. */
export const addCost = (own: CostState, { before = EMPTY_COST, after }: CostGrowth): CostState => ({
  ...own,
  totalCostUSD: own.totalCostUSD + (after.totalCostUSD - before.totalCostUSD),
  unpricedModels: [...new Set([...own.unpricedModels, ...after.unpricedModels])],
  apiDurationMs: own.apiDurationMs + after.apiDurationMs - before.apiDurationMs,
  apiDurationWithoutRetriesMs:
    own.apiDurationWithoutRetriesMs + after.apiDurationWithoutRetriesMs - before.apiDurationWithoutRetriesMs,
  toolDurationMs: own.toolDurationMs + after.toolDurationMs - before.toolDurationMs,
  linesAdded: own.linesAdded + after.linesAdded - before.linesAdded,
  linesRemoved: own.linesRemoved + after.linesRemoved - before.linesRemoved,
  modelUsage: addModels(own.modelUsage, before.modelUsage, after.modelUsage),
  bySource: { ...own.bySource, agent: addSources(own.bySource?.agent, before, after) },
  ...(own.estimatedUSD === undefined && after.estimatedUSD === undefined
    ? {}
    : {
        estimatedUSD: (own.estimatedUSD ?? 0) + ((after.estimatedUSD ?? 0) - (before.estimatedUSD ?? 0)),
      }),
})

type Models = CostState['modelUsage']

const addModels = (own: Models, before: Models, after: Models): Models => {
  const sums: Record<string, ModelUsage> = { ...own }
  for (const [model, now] of Object.entries(after)) sums[model] = addModel(own[model], before[model], now)
  return sums
}

const addModel = (
  own: ModelUsage | undefined,
  before: ModelUsage | undefined,
  after: ModelUsage,
): ModelUsage => {
  const grown = (key: 'inputTokens' | 'outputTokens' | 'webSearchRequests' | Cached): number =>
    (own?.[key] ?? 0) + after[key] - (before?.[key] ?? 0)
  const usd = own ? own.costUSD : 0
  return {
    ...after,
    inputTokens: grown('inputTokens'),
    outputTokens: grown('outputTokens'),
    cacheReadInputTokens: grown('cacheReadInputTokens'),
    cacheCreationInputTokens: grown('cacheCreationInputTokens'),
    webSearchRequests: grown('webSearchRequests'),
    costUSD:
      usd === undefined || after.costUSD === undefined
        ? undefined
        : usd + (after.costUSD - (before?.costUSD ?? 0)),
  }
}

type Cached = 'cacheReadInputTokens' | 'cacheCreationInputTokens'

const NOTHING: SourceUsage = {
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
  costUSD: 0,
}
const KEYS = Object.keys(NOTHING) as (keyof SourceUsage)[]

/** Whatever it asked a model for, to whoever started it that is an agent. */
const addSources = (own: SourceUsage = NOTHING, before: CostState, after: CostState): SourceUsage => {
  const sumOf = ({ bySource = {} }: CostState, key: keyof SourceUsage): number =>
    Object.values(bySource).reduce((sum, usage) => sum + usage[key], 0)
  return Object.fromEntries(
    KEYS.map(key => [key, own[key] + (sumOf(after, key) - sumOf(before, key))]),
  ) as unknown as SourceUsage
}
