/** Token counters of one API call, in the names of the wire. */
export interface Usage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation?: {
    readonly ephemeral_5m_input_tokens: number
    readonly ephemeral_1h_input_tokens: number
  }
  readonly server_tool_use?: { readonly web_search_requests: number }
  /** How it was served, where the provider says so: it decides about the price. */
  readonly speed?: 'standard' | 'fast'
}

export const NO_USAGE: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
}

export const addUsage = (a: Usage, b: Usage): Usage => {
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
    cache_read_input_tokens: a.cache_read_input_tokens + b.cache_read_input_tokens,
  }
  if (a.cache_creation || b.cache_creation)
    sum.cache_creation = {
      ephemeral_5m_input_tokens:
        (a.cache_creation?.ephemeral_5m_input_tokens ?? 0) +
        (b.cache_creation?.ephemeral_5m_input_tokens ?? 0),
      ephemeral_1h_input_tokens:
        (a.cache_creation?.ephemeral_1h_input_tokens ?? 0) +
        (b.cache_creation?.ephemeral_1h_input_tokens ?? 0),
    }
  if (a.server_tool_use || b.server_tool_use)
    sum.server_tool_use = {
      web_search_requests:
        (a.server_tool_use?.web_search_requests ?? 0) + (b.server_tool_use?.web_search_requests ?? 0),
    }
  return sum
}

/** Tokens the reply's request put in front of the model. */
export const contextTokens = (usage: Usage): number =>
  usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens + usage.output_tokens

/** Running totals of one model, as the result message and the transcript report them. */
export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadInputTokens: number
  readonly cacheCreationInputTokens: number
  readonly webSearchRequests: number
  /** `undefined` when the price is not known: never a silent zero. */
  readonly costUSD: number | undefined
  readonly contextWindow: number
  readonly maxOutputTokens: number
}

/**
 * Why a model was called: for the conversation, by a sub-agent, for a question that a call or a command needed, for a
 * summary, or for what nobody asked for (notes, memory).
 */
export const CALL_SOURCES = ['main', 'agent', 'side', 'compaction', 'background'] as const
export type CallSource = (typeof CALL_SOURCES)[number]

export interface SourceUsage {
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadInputTokens: number
  readonly cacheCreationInputTokens: number
  /** Without calls whose price is not known. */
  readonly costUSD: number
}

export interface CostState {
  readonly totalCostUSD: number
  /** Models used whose price is not known; the total is then a lower bound. */
  readonly unpricedModels: readonly string[]
  readonly apiDurationMs: number
  readonly apiDurationWithoutRetriesMs: number
  readonly toolDurationMs: number
  readonly linesAdded: number
  readonly linesRemoved: number
  readonly modelUsage: Readonly<Record<string, ModelUsage>>
  readonly bySource?: Readonly<Partial<Record<CallSource, SourceUsage>>>
  /** Part of the total: calls that did not come to their end, at what they had used so far as is known. */
  readonly estimatedUSD?: number
}

/** What the provider says is used up of a plan; a span it does not name is absent. */
export interface RateLimits {
  readonly fiveHour?: RateLimit
  readonly sevenDay?: RateLimit
}

export interface RateLimit {
  /** 0 to 1; more when it was overdrawn. */
  readonly used: number
  /** Seconds since 1970. */
  readonly resetsAt: number
}

/** What another session had cost at one time, and later; before: nothing yet. */
export interface CostGrowth {
  readonly before: CostState | undefined
  readonly after: CostState
}
