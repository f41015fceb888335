import type { ModelFacts, Price } from '../../protocol/model.ts'
import type { CallSource, CostState, ModelUsage, SourceUsage, Usage } from '../../protocol/usage.ts'

/** Listed price of one server-side web search. */
const WEB_SEARCH_USD = 0.01

export const EMPTY_COST: CostState = {
  totalCostUSD: 0,
  unpricedModels: [],
  apiDurationMs: 0,
  apiDurationWithoutRetriesMs: 0,
  toolDurationMs: 0,
  linesAdded: 0,
  linesRemoved: 0,
  modelUsage: {},
}

/** USD of one call; `undefined` when the model has no known price, never a silent zero. */
export const costOf = (usage: Usage, facts: ModelFacts): number | undefined => {
  const price = priceOf(usage, facts)
  if (!price) return undefined
  const oneHour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0
  const fiveMinutes = Math.max(0, usage.cache_creation_input_tokens - oneHour)
  const tokens =
    usage.input_tokens * price.input +
    usage.output_tokens * price.output +
    usage.cache_read_input_tokens * price.cacheRead +
    fiveMinutes * price.cacheWrite5m +
    oneHour * price.cacheWrite1h
  return tokens / 1_000_000 + (usage.server_tool_use?.web_search_requests ?? 0) * WEB_SEARCH_USD
}

const priceOf = (usage: Usage, { price, fast, longPrice }: ModelFacts): Price | undefined => {
  if (usage.speed === 'fast') return fast?.price
  const input = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
  return longPrice && input > longPrice.above ? longPrice.price : price
}

export interface PricedCall {
  readonly model: string
  readonly usage: Usage
  readonly facts: ModelFacts
  /** From the first attempt to the end, waits between attempts included. */
  readonly durationMs: number
  /** The attempt that succeeded, alone. */
  readonly apiMs: number
  readonly source?: CallSource
  /** It did not come to its end. */
  readonly partial?: boolean
}

export const addCall = (state: CostState, call: PricedCall): CostState => {
  const cost = costOf(call.usage, call.facts)
  const unpriced = cost === undefined && !state.unpricedModels.includes(call.model)
  return {
    ...state,
    totalCostUSD: state.totalCostUSD + (cost ?? 0),
    unpricedModels: unpriced ? [...state.unpricedModels, call.model] : state.unpricedModels,
    apiDurationMs: state.apiDurationMs + call.durationMs,
    apiDurationWithoutRetriesMs: state.apiDurationWithoutRetriesMs + call.apiMs,
    modelUsage: { ...state.modelUsage, [call.model]: addModelUsage(state.modelUsage[call.model], call) },
    ...(call.source === undefined
      ? {}
      : { bySource: { ...state.bySource, [call.source]: addSource(state.bySource?.[call.source], call) } }),
    ...(call.partial ? { estimatedUSD: (state.estimatedUSD ?? 0) + (cost ?? 0) } : {}),
  }
}

const addSource = (before: SourceUsage | undefined, { usage, facts }: PricedCall): SourceUsage => ({
  requests: (before?.requests ?? 0) + 1,
  inputTokens: (before?.inputTokens ?? 0) + usage.input_tokens,
  outputTokens: (before?.outputTokens ?? 0) + usage.output_tokens,
  cacheReadInputTokens: (before?.cacheReadInputTokens ?? 0) + usage.cache_read_input_tokens,
  cacheCreationInputTokens: (before?.cacheCreationInputTokens ?? 0) + usage.cache_creation_input_tokens,
  costUSD: (before?.costUSD ?? 0) + (costOf(usage, facts) ?? 0),
})

const addModelUsage = (before: ModelUsage | undefined, call: PricedCall): ModelUsage => {
  const { usage, facts } = call
  const cost = costOf(usage, facts)
  const costBefore = before ? before.costUSD : 0
  return {
    inputTokens: (before?.inputTokens ?? 0) + usage.input_tokens,
    outputTokens: (before?.outputTokens ?? 0) + usage.output_tokens,
    cacheReadInputTokens: (before?.cacheReadInputTokens ?? 0) + usage.cache_read_input_tokens,
    cacheCreationInputTokens: (before?.cacheCreationInputTokens ?? 0) + usage.cache_creation_input_tokens,
    webSearchRequests: (before?.webSearchRequests ?? 0) + (usage.server_tool_use?.web_search_requests ?? 0),
    costUSD: cost === undefined || costBefore === undefined ? undefined : costBefore + cost,
    contextWindow: facts.window,
    maxOutputTokens: facts.maxOutput,
  }
}
