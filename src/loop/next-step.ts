import type { GoalNews } from '../protocol/agents/goal.ts'
import type { AssistantErrorKind, StopReason } from '../protocol/message.ts'
import { turnText } from '../protocol/messages/engine/turn.ts'
import { type LocalizedText, messageFields, type Text } from '../protocol/messages/localized-text.ts'
import type { ModelErrorKind } from '../protocol/model.ts'
import type { Terminal, Transition } from '../protocol/transition.ts'

const MAX_OUTPUT_RECOVERIES = 3
const MAX_STREAM_RETRIES = 3
const MAX_REPETITIONS = 2
const MAX_STOP_BLOCKS = 8
const MAX_STRUCTURED_NUDGES = 5
/** A budget continuation that adds less than this is not worth another. */
const SMALL_GAIN = 500
const MAX_SMALL_GAINS = 3
const BUDGET_SHARE = 0.9

/** What the decision depends on besides the outcome. */
export interface StepState {
  /** Iterations that ended in tool calls, this one not counted. */
  readonly turnCount: number
  readonly maxTurns: number | undefined
  /** Models to turn to, in order. */
  readonly fallbacks: readonly string[]
  /** There were fallbacks at the beginning of the turn. */
  readonly hadFallback: boolean
  readonly streamRetries: number
  /** The output cap may still be raised: not configured, not raised yet, and the model allows more. */
  readonly canEscalate: boolean
  readonly outputRecoveries: number
  /** Replies of this turn that said the same without end. */
  readonly repetitions: number
  readonly reactiveTried: boolean
  readonly stagedCollapses: boolean
  readonly lastTransition: Transition | undefined
  readonly stopBlocks: number
  /** How often hooks may do that; absent: as usual. */
  readonly mostStopBlocks?: number | undefined
  readonly structuredNudges: number
  /** Gains of the budget continuations so far, newest last. */
  readonly gains: readonly number[]
}

/** What one iteration came to. */
export type Outcome =
  | { readonly kind: 'aborted'; readonly phase: 'streaming' | 'tools'; readonly terminal?: Terminal }
  | {
      readonly kind: 'failed'
      readonly error: ModelErrorKind
      readonly message: Text
      readonly status?: number
      readonly requestId?: string
      /** When the limit that was reached ends: seconds since 1970. */
      readonly resetsAt?: number
      /** Some of the reply had come. Before that, retries were made already. */
      readonly midway?: boolean
      /** Words of it stay: the next request goes on behind them. */
      readonly kept?: boolean
    }
  /** The next request would exceed the window and nothing may shrink it. */
  | { readonly kind: 'blocked'; readonly message: LocalizedText }
  | {
      readonly kind: 'replied'
      readonly stopReason: StopReason | null
      /** Calls that got a result. */
      readonly calls: number
      /** A tool hook said `continue: false`. */
      readonly hookStop?: Text
      /** The structured answer was given and accepted. */
      readonly structuredDone?: boolean
      readonly refusal?: string
      /** Of a reply that was cut: words of it stay, and the next one goes on behind them. */
      readonly kept?: boolean
      /** It was cut inside a call, which was not made. */
      readonly cutCall?: boolean
      readonly budget?: { readonly used: number; readonly total: number }
    }
  /** The model is done and the stop hooks and the budget have spoken. */
  | {
      readonly kind: 'finished'
      readonly stopReason: StopReason | null
      readonly blocked: readonly string[]
      /** The reply had nothing in it for a person. */
      readonly empty?: boolean
      readonly prevented?: Text
      /** The goal of the person is not reached; it has a budget of its own. */
      readonly goal?: GoalNews
      readonly budget?: { readonly used: number; readonly total: number }
      readonly structuredMissing?: boolean
    }

/** The whole policy of going on or stopping, as a function. */
export const nextStep = (state: StepState, outcome: Outcome): Transition | Terminal => {
  switch (outcome.kind) {
    case 'aborted':
      return (
        outcome.terminal ?? { kind: outcome.phase === 'streaming' ? 'aborted_streaming' : 'aborted_tools' }
      )
    case 'blocked':
      return { kind: 'blocking_limit', ...messageFields(outcome.message), error: 'invalid_request' }
    case 'failed':
      return afterFailure(state, outcome)
    case 'replied':
      return afterReply(state, outcome)
    case 'finished':
      return afterFinish(state, outcome)
  }
}

const afterFailure = (
  state: StepState,
  outcome: Extract<Outcome, { kind: 'failed' }>,
): Transition | Terminal => {
  const end = (kind: FailureKind): Terminal => ({
    kind,
    ...messageFields(outcome.message),
    error: assistantError(outcome.error),
    ...(outcome.status === undefined ? {} : { status: outcome.status }),
    ...(outcome.requestId === undefined ? {} : { requestId: outcome.requestId }),
    ...(outcome.resetsAt === undefined ? {} : { resetsAt: outcome.resetsAt }),
  })
  switch (outcome.error) {
    case 'prompt_too_long':
      if (state.stagedCollapses && state.lastTransition?.kind !== 'collapse_drain_retry')
        return { kind: 'collapse_drain_retry' }
      return state.reactiveTried ? end('prompt_too_long') : { kind: 'reactive_compact_retry' }
    case 'media_too_large':
      return state.reactiveTried ? end('image_error') : { kind: 'reactive_compact_retry' }
    case 'overloaded':
    case 'stream_broken': {
      const [to] = state.fallbacks
      const kept = outcome.kept ? ({ kept: true } as const) : {}
      if (to !== undefined) return { kind: 'model_fallback', to, ...kept }
      if (state.hadFallback) return end('fallback_exhausted')
      return outcome.midway && outcome.error === 'stream_broken' && state.streamRetries < MAX_STREAM_RETRIES
        ? { kind: 'stream_retry', attempt: state.streamRetries + 1, ...kept }
        : end('model_error')
    }
    case 'rate_limit':
    case 'authentication_failed':
    case 'billing_error':
    case 'invalid_request':
    case 'model_not_found':
    case 'server_error':
    case 'network':
    case 'aborted':
    case 'unknown':
      return end('model_error')
  }
}

type FailureKind = 'prompt_too_long' | 'image_error' | 'model_error' | 'fallback_exhausted'

const afterReply = (
  state: StepState,
  outcome: Extract<Outcome, { kind: 'replied' }>,
): Transition | Terminal => {
  if (outcome.hookStop !== undefined) return { kind: 'hook_stopped', ...messageFields(outcome.hookStop) }
  if (outcome.structuredDone) return { kind: 'completed', stopReason: outcome.stopReason }
  if (outcome.calls > 0 || outcome.stopReason === 'pause_turn') {
    const { budget } = outcome
    if (budget && budget.used >= budget.total) return budgetUsedUp(budget)
    return state.maxTurns !== undefined && state.turnCount + 1 >= state.maxTurns
      ? { kind: 'max_turns', limit: state.maxTurns }
      : { kind: 'next_turn' }
  }
  if (outcome.stopReason === 'refusal')
    return { kind: 'refused', ...messageFields(outcome.refusal || turnText('declined')) }
  if (outcome.stopReason === 'model_context_window_exceeded')
    return state.reactiveTried
      ? {
          kind: 'prompt_too_long',
          ...messageFields(turnText('window_full')),
          error: 'invalid_request',
        }
      : { kind: 'reactive_compact_retry' }
  if (outcome.stopReason === 'max_tokens') {
    if (state.canEscalate && !outcome.kept) return { kind: 'max_output_tokens_escalate' }
    if (state.outputRecoveries < MAX_OUTPUT_RECOVERIES)
      return {
        kind: 'max_output_tokens_recovery',
        attempt: state.outputRecoveries + 1,
        ...(outcome.cutCall ? { inCall: true } : {}),
      }
    return {
      kind: 'max_output_tokens',
      ...messageFields(turnText('output_limit', { attempts: MAX_OUTPUT_RECOVERIES })),
      error: 'max_output_tokens',
    }
  }
  if (outcome.stopReason === 'repetition')
    return state.repetitions < MAX_REPETITIONS
      ? { kind: 'repetition_recovery', attempt: state.repetitions + 1 }
      : {
          kind: 'model_error',
          ...messageFields(turnText('kept_repeating', { times: MAX_REPETITIONS + 1 })),
          error: 'unknown',
        }
  return { kind: 'completed', stopReason: outcome.stopReason }
}

const budgetUsedUp = ({ used, total }: { readonly used: number; readonly total: number }): Terminal => ({
  kind: 'budget_tokens',
  ...messageFields(
    turnText('tokens_used_up', {
      total: total.toLocaleString('en-US'),
      used: used.toLocaleString('en-US'),
    }),
  ),
})

const afterFinish = (
  state: StepState,
  outcome: Extract<Outcome, { kind: 'finished' }>,
): Transition | Terminal => {
  if (outcome.prevented !== undefined)
    return { kind: 'stop_hook_prevented', ...messageFields(outcome.prevented) }
  if (outcome.blocked.length > 0 && state.stopBlocks < (state.mostStopBlocks ?? MAX_STOP_BLOCKS))
    return { kind: 'stop_hook_blocking', reasons: outcome.blocked }
  if (outcome.goal !== undefined && outcome.blocked.length === 0)
    return { kind: 'goal_continues', ...outcome.goal }
  if (outcome.structuredMissing) {
    if (state.structuredNudges < MAX_STRUCTURED_NUDGES)
      return { kind: 'structured_output_retry', attempt: state.structuredNudges + 1 }
    return {
      kind: 'structured_output_failed',
      ...messageFields(turnText('no_structured_answer')),
    }
  }
  const { budget } = outcome
  if (budget && budget.used < budget.total * BUDGET_SHARE && !gainsAreSmall(state.gains))
    return { kind: 'token_budget_continuation', ...budget }
  return { kind: 'completed', stopReason: outcome.stopReason, ...(outcome.empty ? { empty: true } : {}) }
}

const gainsAreSmall = (gains: readonly number[]): boolean =>
  gains.length >= MAX_SMALL_GAINS && gains.slice(-MAX_SMALL_GAINS).every(gain => gain < SMALL_GAIN)

const assistantError = (kind: ModelErrorKind): AssistantErrorKind => {
  switch (kind) {
    case 'authentication_failed':
    case 'billing_error':
    case 'rate_limit':
    case 'overloaded':
    case 'model_not_found':
    case 'server_error':
      return kind
    case 'invalid_request':
    case 'prompt_too_long':
    case 'media_too_large':
      return 'invalid_request'
    case 'network':
    case 'stream_broken':
    case 'aborted':
    case 'unknown':
      return 'unknown'
  }
}

const TRANSITIONS: Readonly<Record<Transition['kind'], true>> = {
  next_turn: true,
  message_joined: true,
  collapse_drain_retry: true,
  reactive_compact_retry: true,
  max_output_tokens_escalate: true,
  max_output_tokens_recovery: true,
  repetition_recovery: true,
  stop_hook_blocking: true,
  goal_continues: true,
  token_budget_continuation: true,
  model_fallback: true,
  stream_retry: true,
  structured_output_retry: true,
}

export const isTransition = (step: Transition | Terminal): step is Transition => step.kind in TRANSITIONS
