import type { BudgetUse } from './budgets.ts'
import type { AssistantErrorKind, StopReason } from './message.ts'
import type { LocalizedText } from './messages/localized-text.ts'

/** Why the loop goes round again. In every debug log; every scenario asserts on it. */
export type Transition =
  | { readonly kind: 'next_turn' }
  | { readonly kind: 'collapse_drain_retry' }
  | { readonly kind: 'reactive_compact_retry' }
  | { readonly kind: 'max_output_tokens_escalate' }
  /** The reply was cut at the output limit and is gone on with; `inCall`: inside a call, which was not made. */
  | { readonly kind: 'max_output_tokens_recovery'; readonly attempt: number; readonly inCall?: true }
  /** The reply said the same without end and was cut off; the model hears of it and goes on. */
  | { readonly kind: 'repetition_recovery'; readonly attempt: number }
  /** A message that asked to be heard at the next pause came while the last reply was written. */
  | { readonly kind: 'message_joined' }
  | { readonly kind: 'stop_hook_blocking'; readonly reasons: readonly string[] }
  /** What the person set as a goal is not reached: the model hears what the check said. */
  | { readonly kind: 'goal_continues'; readonly text: string; readonly localized?: LocalizedText }
  | { readonly kind: 'token_budget_continuation'; readonly used: number; readonly total: number }
  /**
   * The request goes to the next model. The attempt was discarded (nothing with a side effect had started);
   * `kept`: its words stay, and the next reply goes on behind them.
   */
  | { readonly kind: 'model_fallback'; readonly to: string; readonly kept?: true }
  /** The same, to the same model, because the stream broke and there is no other. */
  | { readonly kind: 'stream_retry'; readonly attempt: number; readonly kept?: true }
  /** The model stopped without the structured answer that was asked for. */
  | { readonly kind: 'structured_output_retry'; readonly attempt: number }

/** How a turn ended. Callers switch on it exhaustively. */
export type Terminal =
  /** `empty`: the last reply had nothing in it for a person. */
  | { readonly kind: 'completed'; readonly stopReason: StopReason | null; readonly empty?: true }
  | { readonly kind: 'refused'; readonly message: string; readonly localized?: LocalizedText }
  | { readonly kind: 'max_turns'; readonly limit: number }
  | { readonly kind: 'aborted_streaming' | 'aborted_tools' }
  | {
      readonly kind:
        | 'prompt_too_long'
        | 'max_output_tokens'
        | 'image_error'
        | 'model_error'
        | 'blocking_limit'
        | 'fallback_exhausted'
      readonly message: string
      readonly localized?: LocalizedText
      readonly status?: number
      /** As the server calls the request that failed. */
      readonly requestId?: string
      /** When the limit that was reached ends: seconds since 1970. */
      readonly resetsAt?: number
      readonly error: AssistantErrorKind
    }
  | {
      readonly kind: 'stop_hook_prevented' | 'hook_stopped'
      readonly message: string
      readonly localized?: LocalizedText
    }
  /** A hook wants a call to be decided later, by whoever takes the session up again. */
  | {
      readonly kind: 'tool_deferred'
      readonly message: string
      readonly localized?: LocalizedText
      readonly call: { readonly id: string; readonly name: string; readonly input: unknown }
    }
  | {
      readonly kind: 'budget_usd' | 'budget_tokens'
      readonly message: string
      readonly localized?: LocalizedText
      /** Which limit it was, where one was reached. */
      readonly budget?: BudgetUse
    }
  | {
      readonly kind:
        | 'permission_denied_limit'
        | 'structured_output_failed'
        | 'no_progress'
        /** It took longer than it was given. */
        | 'time_limit'
        /** What was typed after a slash could not be done. */
        | 'command_failed'
      readonly message: string
      readonly localized?: LocalizedText
    }

/** Abort reason with which the engine ends a turn for a cause of its own; the loop cleans up and returns it. */
export class TurnStop extends Error {
  override readonly name = 'TurnStop'
  readonly terminal: Terminal
  constructor(terminal: Terminal) {
    super(terminal.kind)
    this.terminal = terminal
  }
}

/** Abort reason of an agent that was stopped, by whoever started it or by the person: nobody says which. */
export class AgentStopped extends Error {
  override readonly name = 'AgentStopped'
}
