import type { AssistantBlock, StopReason, UserBlock } from './message.ts'
import { LocalizedError, type LocalizedText } from './messages/localized-text.ts'
import type { TraceHeaders } from './telemetry/trace-headers.ts'
import type { ToolSpec } from './tool.ts'
import type { PromptLanguage } from './tools/both-languages.ts'
import type { RateLimits, Usage } from './usage.ts'
import type { AtLimit } from './usage-limit.ts'

/** Streams a reply: yields pieces, returns the whole, throws {@link ModelError}. */
export interface Model {
  stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta, ModelReply>
  /** Exact size of a request, where the provider offers it. */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number>
}

/** A message as it goes over the wire. Identity is stable from request to request: serialisation is remembered by it. */
export interface ApiMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly (UserBlock | AssistantBlock)[]
}

export interface SystemPart {
  readonly text: string
  /** Ends a cacheable prefix. */
  readonly cache?: 'global' | 'org'
}

export type Thinking =
  | { readonly type: 'disabled' }
  | ({ readonly type: 'adaptive' } & ThinkingDisplay)
  | ({ readonly type: 'enabled'; readonly budget_tokens: number } & ThinkingDisplay)

/** Absent: what the model does by itself. */
interface ThinkingDisplay {
  readonly display?: 'summarized'
}

export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

export interface ModelRequest {
  readonly model: string
  readonly system: readonly SystemPart[]
  readonly tools: readonly ToolSpec[]
  readonly messages: readonly ApiMessage[]
  readonly maxTokens: number
  readonly thinking?: Thinking
  readonly effort?: Effort
  /** Absent: the usual speed, at the usual price. */
  readonly speed?: 'fast'
  /** What the model is told it may use up for the whole task, where it takes such a thing. */
  readonly taskBudget?: TaskBudget
  readonly toolChoice?:
    | { readonly type: 'auto' | 'any' | 'none' }
    | { readonly type: 'tool'; readonly name: string }
  readonly temperature?: number
  readonly stopSequences?: readonly string[]
  readonly betas?: readonly string[]
  /** Definitions that the provider loads where a result refers to them, and that count for nothing until then. */
  readonly deferredTools?: readonly ToolSpec[]
  /** Definitions of tools that the provider runs itself, sent as they are after `tools`. */
  readonly serverTools?: readonly Readonly<Record<string, unknown>>[]
  /** The model has no tools of its own: it is told of them in words, and calls are read from its text. Never sent. */
  readonly toolsAs?: 'text'
  /** The provider may leave stale results out by itself; our bytes stay as they are. */
  readonly clearResults?: ClearResults
  /** The answer is asked for at once instead of in pieces. */
  readonly whole?: true
  /** No beta is asked for on our own account. Never sent. */
  readonly plain?: true
  /** Why this call is made: `main`, `compact`, `title` … Never sent; for logs, cost and retry policy. */
  readonly source: string
  /** Of the prompt: in it stands what is said in place of something that cannot be sent. Never sent. */
  readonly language?: PromptLanguage
  /** The span it belongs to, for whoever answers it: sent as headers. Absent: nobody traces. */
  readonly trace?: TraceHeaders
  /** Nobody is shown raw events: all but pieces of text and beginnings of blocks may be left out. Never sent. */
  readonly quiet?: boolean
  /** The last byte has left this process: told by models that can know it, for every attempt. Never sent. */
  readonly onSent?: () => void
  /** What is sent, in the pieces it is sent in: told by models that can know it, for every attempt. Never sent. */
  readonly onBody?: (pieces: readonly Uint8Array[]) => void
  /** Give up after this many overloads in a row, because someone has a fallback. */
  readonly overloadLimit?: number
  /** What is done at a limit that ends much later. Absent: the request fails. Never sent. */
  readonly atLimit?: AtLimit
  /** False: no cache marks. */
  readonly cache?: boolean
  /** The last block is asked on the side: no later request begins with it, so the mark stands before it. */
  readonly endsAside?: boolean
  /** How long the provider is asked to keep what is marked. Absent: as long as it does by itself, five minutes. */
  readonly cacheLifetime?: '1h'
}

/** Tokens for a whole task; `remaining` once a compaction has hidden what was used. */
export interface TaskBudget {
  readonly total: number
  readonly remaining?: number
}

/** When and what a provider may leave out of a conversation that it is sent whole. */
export interface ClearResults {
  /** Tokens of input from which on it begins. */
  readonly above: number
  /** Newest results that stay. */
  readonly keep: number
  /** Less than this is not worth a new prefix. */
  readonly atLeast: number
  /** Tools whose results stay. */
  readonly except: readonly string[]
}

/** A raw event of the Messages stream, kept whole for front ends that pass it on. */
export interface StreamEvent {
  readonly type: string
  readonly [key: string]: unknown
}

export type ModelDelta =
  /** The reply began (again, after a retry): whatever was shown of an earlier attempt is void. */
  | {
      readonly type: 'start'
      readonly id: string
      readonly model: string
      readonly usage: Usage
      readonly requestId?: string
    }
  | { readonly type: 'event'; readonly event: StreamEvent }
  /** A content block is complete. `badInput`: the tool input was not JSON; `repaired`: it could be read all the same. */
  | {
      readonly type: 'block'
      readonly index: number
      readonly block: AssistantBlock
      readonly badInput?: BadInput
      readonly repaired?: RepairedInput
    }
  | ({ readonly type: 'retry' } & Retry)
  /** Nothing of the reply has come for a while: for the person, in one sentence. */
  | { readonly type: 'waiting'; readonly text: LocalizedText }
  /** The server does not take something that was asked of it: what is done without from now on, for the person. */
  | {
      readonly type: 'adapted'
      readonly text: LocalizedText
      /** The key that is used from now on, by the name of where it is. */
      readonly key?: string
      /** A limit is the cause. */
      readonly limited?: true
    }

/** A tool input that is not JSON: nothing of it counts. */
export interface BadInput {
  readonly text: string
  readonly error: string
}

/** A tool input that was nearly JSON: the block holds what it means. */
export interface RepairedInput {
  /** What was wrong, for the model. */
  readonly faults: readonly string[]
  /** It was not closed: in a reply that was cut off it is not whole. */
  readonly unclosed?: BadInput
}

export interface Retry {
  readonly attempt: number
  readonly maxRetries: number
  readonly delayMs: number
  readonly status: number | null
  readonly error: ModelErrorKind
  /** Why, in one sentence: English. */
  readonly reason?: string
  readonly localized?: LocalizedText
  /** Whom it could not reach. */
  readonly host?: string
  /** It waits for the end of a limit: seconds since 1970. */
  readonly resetsAt?: number
}

export interface ModelReply {
  readonly id: string
  readonly model: string
  readonly content: readonly AssistantBlock[]
  readonly stopReason: StopReason | null
  readonly stopSequence: string | null
  readonly usage: Usage
  readonly requestId?: string
  readonly limits?: RateLimits
  /** Time spent in the attempt that succeeded. */
  readonly durationMs: number
}

export type ModelErrorKind =
  | 'prompt_too_long'
  | 'media_too_large'
  | 'overloaded'
  | 'rate_limit'
  | 'authentication_failed'
  | 'billing_error'
  | 'invalid_request'
  | 'model_not_found'
  | 'server_error'
  | 'network'
  /** The stream ended or stalled before the reply was whole. */
  | 'stream_broken'
  | 'aborted'
  | 'unknown'

export class ModelError extends LocalizedError<LocalizedText> {
  override readonly name = 'ModelError'
  readonly kind: ModelErrorKind
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  /** The server's own word on whether to try again. */
  readonly shouldRetry: boolean | undefined
  /** At most so many further tries are worth it; absent: as many as of any other failure. */
  readonly maxRetries: number | undefined
  /** The host that could not be reached. */
  readonly host: string | undefined
  /** When the limit that was reached ends, where that is much later: seconds since 1970. */
  readonly resetsAt: number | undefined
  constructor(
    kind: ModelErrorKind,
    message: LocalizedText,
    details: {
      readonly status?: number | undefined
      readonly requestId?: string | undefined
      readonly retryAfterMs?: number | undefined
      readonly shouldRetry?: boolean | undefined
      readonly maxRetries?: number | undefined
      readonly host?: string | undefined
      readonly resetsAt?: number | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.kind = kind
    this.status = details.status
    this.requestId = details.requestId
    this.retryAfterMs = details.retryAfterMs
    this.shouldRetry = details.shouldRetry
    this.maxRetries = details.maxRetries
    this.host = details.host
    this.resetsAt = details.resetsAt
  }
}

/** USD per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

/** As its maker lists it, where that is not in USD: per million tokens. Prices in USD follow from it. */
export interface ListedPrice {
  readonly currency: 'CNY'
  readonly input: number
  readonly output: number
  readonly cacheRead: number
}

/** Below it a session does with fewer tools, shorter texts and smaller results. */
export const SMALL_WINDOW = 32_000

/** What is known of a model; settings may add rows. What is absent is not known, unless it says otherwise. */
export interface ModelFacts {
  readonly id: string
  /** What it is called where somebody chooses, and what is said of it there. Absent: its id and its window. */
  readonly title?: string
  readonly about?: string
  /** Whose it is, by name. Absent: the first provider's. */
  readonly provider?: string
  readonly window: number
  /** The window it has where `[1m]` asks for it. Absent: it has no other. */
  readonly longWindow?: number
  readonly maxOutput: number
  /** Until when it knows the world, as its makers say: `2025-01`. */
  readonly knowledgeCutoff?: string
  /** How long its makers recommend to let a reply of an agent be. Absent: nothing is known. */
  readonly recommendedOutput?: number
  /** In what form it is asked to think. */
  readonly thinking: 'adaptive' | 'budget' | 'none'
  /** Its makers recommend to let it think. Absent: it does so, or not, by itself. */
  readonly thinksByDefault?: boolean
  /** It keeps its thinking to itself unless a summary is asked for. Absent: it does not. */
  readonly hidesThinking?: boolean
  /** Levels it takes, lowest first; none: it has no such thing. */
  readonly effort?: readonly Effort[]
  /** It can answer faster, for another price. Absent: it cannot. */
  readonly fast?: { readonly price: Price }
  /** It reads PDF documents as they are. */
  readonly documents?: boolean
  /** False: it cannot see pictures. */
  readonly images?: boolean
  /** It has no tools of its own: calls are written as text. Absent: it has. */
  readonly tools?: 'text'
  /** It loads definitions that results refer to, where its provider does. Absent: it does not. */
  readonly toolReferences?: boolean
  /** It can be told what a task may use up. Absent: it cannot. */
  readonly taskBudget?: boolean
  readonly price?: Price
  /** The price it follows from, in the currency of its maker. Absent: that is USD. */
  readonly listed?: ListedPrice
  /** All of a request costs this when its input is longer. */
  readonly longPrice?: { readonly above: number; readonly price: Price }
}

/** `-20250929`, `-2026-09-29`, `@20250929`, `-latest` and a resale's `-v1:0` name a release of the model before them. */
const RELEASE_SUFFIX = /(?:[-@]\d{8}|-\d{4}-\d{2}-\d{2}|-latest)?(?:-v\d+(?::\d+)?)?$/

/** Where a model can be bought besides its maker: `us.anthropic.claude-…`, `openrouter/anthropic/claude-…`. */
const RESALE_PREFIX =
  /^(?:(?:bedrock|vertex|foundry|openrouter)\/)?(?:(?:[a-z-]+\.)?anthropic[./])?(?=claude-)/

/** `[1m]` behind a name asks for the long window of a model. It is ours and goes to no provider. */
const LONG_SUFFIX = /\[1m\]$/i

export const asksForLong = (name: string): boolean => LONG_SUFFIX.test(name)
export const withoutLong = (name: string): string => name.replace(LONG_SUFFIX, '')

/** The name a row has, for an id as some shop or server writes it. */
export const baseOf = (id: string): string => {
  const base = withoutLong(id).toLowerCase().replace(RESALE_PREFIX, '').replace(RELEASE_SUFFIX, '')
  return base.startsWith('claude-') ? base.replaceAll('.', '-') : base
}
