import type { AssistantErrorKind } from '../../protocol/message.ts'
import type { ModelErrorKind } from '../../protocol/model.ts'

/** The host broke the protocol, or asked for what cannot be given, in a way that makes going on unsafe. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** What went wrong with a request, in the words hosts know. */
export const kindOnWire = (kind: ModelErrorKind): AssistantErrorKind => {
  switch (kind) {
    case 'prompt_too_long':
    case 'media_too_large':
      return 'invalid_request'
    case 'stream_broken':
      return 'server_error'
    case 'network':
    case 'aborted':
      return 'unknown'
    case 'overloaded':
    case 'rate_limit':
    case 'authentication_failed':
    case 'billing_error':
    case 'invalid_request':
    case 'model_not_found':
    case 'server_error':
    case 'unknown':
      return kind
  }
}
