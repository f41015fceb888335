import { RequestError, type StopReason } from '@agentclientprotocol/sdk'
import { counted } from '../../lib/text/counted.ts'
import type { Terminal } from '../../protocol/transition.ts'

/** How a prompt is answered. */
export interface PromptEnd {
  readonly stopReason: StopReason
  /** Said to the person before. */
  readonly text?: string
}

/** Throws the error that a prompt is answered with when its turn failed. */
export const promptEnd = (terminal: Terminal): PromptEnd => {
  switch (terminal.kind) {
    case 'completed':
      return { stopReason: terminal.stopReason === 'max_tokens' ? 'max_tokens' : 'end_turn' }
    case 'refused':
      return { stopReason: 'refusal', text: terminal.message }
    case 'max_turns':
      return {
        stopReason: 'max_turn_requests',
        text: `Stopped: the limit of ${counted(terminal.limit, 'request')} to the model was reached.`,
      }
    case 'aborted_streaming':
    case 'aborted_tools':
      return { stopReason: 'cancelled' }
    case 'max_output_tokens':
      return { stopReason: 'max_tokens', text: terminal.message }
    case 'prompt_too_long':
    case 'image_error':
    case 'model_error':
    case 'blocking_limit':
    case 'fallback_exhausted':
      throw terminal.error === 'authentication_failed'
        ? RequestError.authRequired(undefined, terminal.message)
        : new RequestError(-32603, terminal.message, { kind: terminal.error })
    default:
      return { stopReason: 'end_turn', text: terminal.message }
  }
}
