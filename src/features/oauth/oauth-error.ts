import { errorText } from '../../lib/error-text.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'

/**
 * `ended`: the sign-in no longer counts, and only another one helps. `refused`: who was asked said no. `network`: nobody
 * was reached. `setup`: the client or the addresses are not what the server knows. `cancelled`: the person went away.
 */
export type OAuthErrorKind = 'ended' | 'refused' | 'network' | 'setup' | 'cancelled'

export class OAuthError extends LocalizedError<LocalizedText> {
  override readonly name = 'OAuthError'
  readonly kind: OAuthErrorKind
  constructor(kind: OAuthErrorKind, message: LocalizedText) {
    super(message)
    this.kind = kind
  }
}

const MOST_SAID = 200

/** No cause is kept: it would hold what was sent, codes and tokens among it. */
export const toOAuthError = (error: unknown, signal?: AbortSignal): OAuthError => {
  if (error instanceof OAuthError) return error
  if (signal?.aborted) return new OAuthError('cancelled', credentialText('canceled'))
  const { error: code, error_description: said, name } = fieldsOf(error)
  if (typeof code === 'string') {
    const words = verbatim((typeof said === 'string' && said !== '' ? said : code).slice(0, MOST_SAID))
    if (code === 'invalid_grant' || code === 'expired_token') return new OAuthError('ended', words)
    return new OAuthError(SETUP.has(code) ? 'setup' : 'refused', words)
  }
  if (name === 'TimeoutError') return new OAuthError('network', credentialText('no_answer_in_time'))
  const own = verbatim(errorText(error).slice(0, MOST_SAID))
  return new OAuthError(name === 'OperationProcessingError' ? 'setup' : 'network', own)
}

/** The client is not known as it was configured. */
const SETUP = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_grant_type'])

const fieldsOf = (error: unknown): Readonly<Record<string, unknown>> =>
  typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>) : {}
