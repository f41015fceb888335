import type { Authorization, Credential } from '../../protocol/credential.ts'
import { accessText } from '../../protocol/messages/host/model-access.ts'
import { modelText } from '../../protocol/messages/host/models.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ModelError } from '../../protocol/model.ts'

/** Where what was refused came from, and how else its provider is reached. */
export interface KeySource {
  /** As a credential names it: a variable, `apiKeyHelper`, `keychain` … */
  readonly source: string
  readonly sourceOf?: Credential['sourceOf']
  /** The command that replaces it. */
  readonly login: string
  readonly title: string
  /** Variables that its keys are taken from. */
  readonly variables: readonly string[]
}

/** The same error, saying where the key that was refused came from and how to replace it. */
export const withKeySource = (error: ModelError, source: KeySource): ModelError => {
  const { id, values } = error.localized
  const detail = values?.['detail']
  if (id !== 'models.credentials_refused' || typeof detail !== 'object' || !('text' in detail)) return error
  const { status, requestId, retryAfterMs, shouldRetry } = error
  const text = modelText('credentials_refused', { detail, advice: replacingKey(source) })
  return new ModelError(error.kind, text, { status, requestId, retryAfterMs, shouldRetry })
}

/** Of several keys the one that was refused. */
export const refusedSource = async (all: KeySource, refused: Authorization): Promise<KeySource> => {
  const source = await all.sourceOf?.(refused)
  return source === undefined ? all : { ...all, source }
}

const replacingKey = ({ source, login, title, variables }: KeySource): LocalizedText => {
  const [variable] = variables
  switch (source) {
    case 'none':
      return variable === undefined
        ? accessText('no_key_sent', { login })
        : accessText('no_key_sent_variable', { variable, login })
    case 'apiKeyHelper':
      return accessText('key_of_helper')
    case 'credentials.json':
      return accessText('key_in_file', { login })
    case 'keychain':
      return accessText('key_in_keychain', { login })
    case 'OAuth sign-in':
      return accessText('token_of_sign_in', { provider: title, login })
    case 'AWS credentials':
    case 'Google Cloud credentials':
    case 'Azure sign-in':
      return accessText('token_of_cloud', { source })
    default:
      return accessText('key_in_environment', { variable: source, login })
  }
}
