import type { ModelErrorKind } from '../../../protocol/model.ts'
import type { ReadError } from '../errors.ts'
import { asList, asRecord, asText } from '../json-shape.ts'
import type { AuthScheme, Provider } from './provider.ts'

const keyIn = (variable: string): AuthScheme => ({
  kind: 'key',
  variable,
  headers: key => ({ 'x-goog-api-key': key }),
})

/** What `google.rpc.ErrorInfo` gives as the reason: it is there in every language that the message may be in. */
const KINDS: Readonly<Record<string, ModelErrorKind>> = {
  API_KEY_INVALID: 'authentication_failed',
  API_KEY_SERVICE_BLOCKED: 'authentication_failed',
  CREDENTIALS_MISSING: 'authentication_failed',
  ACCESS_TOKEN_EXPIRED: 'authentication_failed',
  BILLING_DISABLED: 'billing_error',
}

/** Google names what is wrong in the details of an error; where it was about to stream, in a list of one. */
const readError: ReadError = ({ body }) => {
  const error = asRecord(asRecord(Array.isArray(body) ? body[0] : body)['error'])
  const reasons = asList(error['details']).map(detail => asText(asRecord(detail)['reason']))
  const reason = reasons.find(each => Object.hasOwn(KINDS, each))
  const kind = reason === undefined ? undefined : KINDS[reason]
  return kind && { kind }
}

/** The vendor of the generateContent protocol. */
export const gemini: Provider = {
  name: 'gemini',
  title: 'Google Gemini',
  protocol: 'gemini',
  endpoint: { url: 'https://generativelanguage.googleapis.com', variable: 'GEMINI_BASE_URL' },
  auth: [keyIn('GEMINI_API_KEY'), keyIn('GOOGLE_API_KEY')],
  keysAt: 'aistudio.google.com/apikey',
  keyBegins: /^AIza/,
  framing: 'sse',
  readError,
  secretNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  searchesAt: 'generativelanguage.googleapis.com',
  models: { usual: 'gemini-3.8-flash', small: 'gemini-3.5-flash-lite' },
}
