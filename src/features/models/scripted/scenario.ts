import type { StopReason } from '../../../protocol/message.ts'
import type { Usage } from '../../../protocol/usage.ts'

/**
 * What a scripted model says. Each request takes the first reply that matches and is not used up; when none is left
 * the request fails with a message that names what was asked.
 */
export interface Scenario {
  readonly name?: string
  /** Pause between pieces of every reply that does not set its own. */
  readonly chunkMs?: number
  readonly replies: readonly ScriptedReply[]
}

export interface ScriptedReply {
  readonly when?: ReplyMatcher
  /** How many requests this reply answers; 1 unless told. */
  readonly times?: number
  /** Answers any number of requests. */
  readonly repeat?: boolean

  /** Content in short form: thinking, then text, then tools. */
  readonly thinking?: string
  readonly text?: string
  readonly tool?: ScriptedTool
  readonly tools?: readonly ScriptedTool[]
  /** Content in full: blocks of the Messages API in order. Excludes the short form. */
  readonly content?: readonly ScriptedBlock[]

  /** `tool_use` when tools are called, else `end_turn`. */
  readonly stopReason?: StopReason
  /** Replaces single counters of the simulated usage. */
  readonly usage?: Partial<Usage>

  /** Pause before each piece. */
  readonly chunkMs?: number
  /** When each block completes, in ms from the start of the reply. */
  readonly at?: readonly number[]
  /** How long each block takes, in ms; `at` wins. */
  readonly blockDelaysMs?: readonly number[]

  readonly fault?: Fault | PlainFault
}

/** Every condition given must hold. Text is looked for inside; `/…/flags` and RegExp are patterns. */
export interface ReplyMatcher {
  /** Text of the last user message, tool results excluded. */
  readonly lastUserText?: string | RegExp
  /** Some tool result of the last user message. */
  readonly toolResult?: {
    readonly contains?: string | RegExp
    /** Name of the tool that was called. */
    readonly tool?: string
    readonly isError?: boolean
  }
  /** Counted from 0 over all requests of this scenario. */
  readonly requestIndex?: number
  readonly model?: string | RegExp
  /** Text anywhere in the system prompt. */
  readonly system?: string | RegExp
}

interface ScriptedTool {
  readonly name: string
  readonly input?: unknown
  /** Made up when absent. */
  readonly id?: string
}

/** A block as the API would stream it; `id` of a tool call and `signature` of thinking are made up when absent. */
export interface ScriptedBlock {
  readonly type: string
  readonly [key: string]: unknown
}

type PlainFault =
  | 'reset'
  | 'truncated'
  | 'stall'
  | 'invalid_sse'
  | 'error_event'
  | 'prompt_too_long'
  | 'media_too_large'
  | 'max_tokens'
  | 'malformed_json'
  | 'refusal'

export type Fault =
  /** The request is refused with this HTTP status. */
  | {
      readonly kind: 'status'
      readonly status: number
      /** The API's name of the error; derived from the status when absent. */
      readonly type?: string
      readonly message?: string
      /** Seconds, or an HTTP date. */
      readonly retryAfter?: number | string
      readonly headers?: Readonly<Record<string, string>>
    }
  /**
   * The stream begins and then goes wrong: the connection is reset, ends early, falls silent, or carries nonsense.
   * It happens after so many events, or after so many complete blocks; after two events unless told.
   */
  | {
      readonly kind: 'reset' | 'truncated' | 'stall' | 'invalid_sse'
      readonly afterEvents?: number
      readonly afterBlocks?: number
    }
  | {
      readonly kind: 'error_event'
      readonly type?: string
      readonly message?: string
      readonly afterEvents?: number
      readonly afterBlocks?: number
    }
  /** The answer of the API to a request that is too large in this way. */
  | { readonly kind: 'prompt_too_long' | 'media_too_large'; readonly message?: string }
  /** The last block is cut in half and the reply stops with `max_tokens`. */
  | { readonly kind: 'max_tokens' }
  /** The input of every tool call is cut in half; the reply ends as if nothing were wrong. */
  | { readonly kind: 'malformed_json' }
  /** The reply stops with `refusal`. */
  | { readonly kind: 'refusal' }

export const faultOf = (reply: ScriptedReply): Fault | undefined => {
  if (typeof reply.fault !== 'string') return reply.fault
  return { kind: reply.fault }
}
