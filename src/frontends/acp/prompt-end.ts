import { RequestError, type StopReason } from '@agentclientprotocol/sdk'
import { acpText } from '../../protocol/messages/host/acp.ts'
import type { Localize, LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Terminal } from '../../protocol/transition.ts'

/** How a prompt is answered. */
export interface PromptEnd {
  readonly stopReason: StopReason
  /** Said to the person before. */
  readonly text?: string
}

/** Throws the error that a prompt is answered with when its turn failed. */
export const promptEnd = (terminal: Terminal, localize: Localize): PromptEnd => {
  // Every end that is said has words: one that lacks them does not compile.
  const said = ({ message, localized }: { readonly message: string; readonly localized?: LocalizedText }) =>
    localize(localized ?? message)
  switch (terminal.kind) {
    case 'completed':
      return { stopReason: terminal.stopReason === 'max_tokens' ? 'max_tokens' : 'end_turn' }
    case 'refused':
      return { stopReason: 'refusal', text: said(terminal) }
    case 'max_turns':
      return {
        stopReason: 'max_turn_requests',
        text: localize(acpText('request_limit', { count: terminal.limit })),
      }
    case 'aborted_streaming':
    case 'aborted_tools':
      return { stopReason: 'cancelled' }
    case 'max_output_tokens':
      return { stopReason: 'max_tokens', text: said(terminal) }
    case 'prompt_too_long':
    case 'image_error':
    case 'model_error':
    case 'blocking_limit':
    case 'fallback_exhausted':
      throw terminal.error === 'authentication_failed'
        ? RequestError.authRequired(withRow(terminal), said(terminal))
        : new RequestError(-32603, said(terminal), { kind: terminal.error, ...withRow(terminal) })
    default:
      return { stopReason: 'end_turn', text: said(terminal) }
  }
}

/** The row of a message with its values, for a client that speaks another language. */
const withRow = ({ localized }: { readonly localized?: LocalizedText }) =>
  localized === undefined ? undefined : { localized }
