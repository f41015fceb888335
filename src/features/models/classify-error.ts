import { modelText } from '../../protocol/messages/host/models.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ModelError, type ModelErrorKind } from '../../protocol/model.ts'
import { nearestModels } from './catalogue.ts'
import {
  type ClassifyError,
  type ErrorHeaders,
  type FailedAnswer,
  oneHeader,
  type ReadError,
  type ReadFailure,
  requestIdIn,
} from './errors.ts'
import { asList, asRecord, asText, parsedJson } from './json-shape.ts'
import { askedWaitMs } from './retry-hints.ts'

/** As the usual dialects say it. */
export const classifyError: ClassifyError = (status, bodyText, headers) =>
  toError({ status, headers, body: parsedJson(bodyText) }, bodyText)

/** With what a provider's own reader knows better, if it has one. */
export const classifyWith =
  (readError: ReadError | undefined): ClassifyError =>
  (status, bodyText, headers) => {
    const answer = { status, headers, body: parsedJson(bodyText) }
    return toError(answer, bodyText, readError?.(answer))
  }

const toError = (
  { status, headers, body }: FailedAnswer,
  text: string,
  known: ReadFailure = {},
): ModelError => {
  const read = readBody(body, text)
  const said = known.message === undefined ? read : { ...read, message: oneLine(known.message) }
  const waitMs = known.retryAfterMs ?? askedWaitMs(headers, said)
  const kind = known.kind ?? kindOf(status ?? said.status, { ...said, waits: waitMs !== undefined })
  const requestId = said.requestId ?? requestIdIn(headers)
  return new ModelError(kind, describe(kind, status, said), {
    status,
    requestId,
    retryAfterMs: waitMs,
    shouldRetry: isFinal(status ?? said.status, kind) ? false : shouldRetryOf(headers),
  })
}

/** Client errors that say "later"; every other one says that the request is wrong, and will be wrong again. */
const PASSING_4XX: ReadonlySet<number> = new Set([408, 409, 425, 429])
/** Not implemented, another HTTP version, a network that wants a sign-in first. */
const LASTING_5XX: ReadonlySet<number> = new Set([501, 505, 511])

/** The status goes before the headers and the type in the body, unless that says that the server is busy. */
const isFinal = (status: number | undefined, kind: ModelErrorKind): boolean =>
  status !== undefined &&
  kind !== 'overloaded' &&
  kind !== 'rate_limit' &&
  (LASTING_5XX.has(status) || (status < 500 && !PASSING_4XX.has(status)))

interface Said {
  /** The API's own name of the error. */
  readonly type: string
  readonly message: string
  readonly requestId: string | undefined
  /** The status that an error inside a stream would have had. */
  readonly status?: number
  readonly details?: readonly unknown[]
  /** All that it says of the error. */
  readonly error?: Readonly<Record<string, unknown>>
}

const readBody = (body: unknown, text: string): Said => {
  // Gateways answer in HTML or plain text: show its beginning instead of a parse error.
  if (body === undefined) return { type: '', message: plainBeginning(text), requestId: undefined }
  // Google answers with a list of one where it was about to stream.
  const top = asRecord(Array.isArray(body) ? body[0] : body)
  const error = asRecord(top['error'])
  const message =
    error['message'] ??
    top['message'] ??
    top['detail'] ??
    (typeof top['error'] === 'string' ? top['error'] : '')
  const { code } = error
  const type = error['type'] ?? (typeof code === 'string' ? code : undefined) ?? error['status'] ?? code
  return {
    type: asText(type ?? top['type']),
    message: oneLine(typeof message === 'string' ? message : JSON.stringify(message)),
    requestId: typeof top['request_id'] === 'string' ? top['request_id'] : undefined,
    details: asList(error['details']),
    error,
    ...(typeof code === 'number' && code >= 400 && code < 600 ? { status: code } : {}),
  }
}

const MAX_WORDS = 300

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line
}

/** Of a page more is never shown; looking for the ends of what has none takes long in a long one. */
const MOST_LOOKED_AT = 20_000

const plainBeginning = (text: string): string => {
  const page = text.slice(0, MOST_LOOKED_AT)
  const plain = page.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
  return oneLine(plain)
}

const TOO_LONG =
  /prompt is too long|context window|exceeds?\b.{0,60}\bcontext (?:limit|length|size)|maximum (?:context|prompt) length|context_length_exceeded|ContextWindowExceeded|request_too_large.*token|input token count.{0,40}exceeds|input is too long|(?:too large|too long) for (?:requested )?model|reduce the length of the (?:messages|prompt|input)|available context size|exceed_context_size|context the overflows|context length of only|input length.{0,60}exceed|tokens?_limit_reached/i
const MEDIA =
  /(?:image|pdf|document|media).{0,80}(?:exceed|too large|too many|maximum|dimension|at most|limit|more than)|(?:too many|maximum (?:number )?of).{0,40}(?:images|documents|pages|media)/i
const BILLING =
  /credit balance|billing|insufficient_quota|insufficient balance|payment required|quota.{0,20}exceeded|exceeded.{0,20}quota|have any credits|(?:insufficient|no|out of|more) credits|budget(?: has been |_)exceeded|good standing|overdue|余额不足|欠费/i
const WRONG_KEY =
  /api[_ -]?key (?:is )?(?:not valid|invalid|expired)|api_key_invalid|(?:invalid|incorrect|expired) (?:api[_ -]?key|access token|token)|invalid_api_key|security token included in the request is (?:invalid|expired)|no auth credentials|authentication fails/i
const UNKNOWN_MODEL =
  /invalid_model|unknown_model|no healthy deployments|deploymentnotfound|model_not_found|invalid model\b|unknown model\b|not a valid model|model.{0,80}(?:not exist|not found|does not exist|is not available|identifier is invalid)|no models? loaded/i
const OVERLOADED = /overloaded|over ?capacity|capacity exceeded|no capacity|currently experiencing high|busy/i

const KIND_OF_TYPE: Readonly<Record<string, ModelErrorKind>> = {
  authentication_error: 'authentication_failed',
  invalid_api_key: 'authentication_failed',
  permission_error: 'authentication_failed',
  billing_error: 'billing_error',
  insufficient_quota: 'billing_error',
  not_found_error: 'model_not_found',
  model_not_found: 'model_not_found',
  rate_limit_error: 'rate_limit',
  rate_limit_exceeded: 'rate_limit',
  overloaded_error: 'overloaded',
  api_error: 'server_error',
  timeout_error: 'server_error',
  request_too_large: 'prompt_too_long',
  context_length_exceeded: 'prompt_too_long',
  invalid_request_error: 'invalid_request',
}

const kindOf = (
  status: number | undefined,
  said: Said & { /** The server says when to come back. */ readonly waits: boolean },
): ModelErrorKind => {
  const words = `${said.type} ${said.message}`
  const complaint = status === undefined || status === 400 || status === 413 || status === 422
  if (complaint && MEDIA.test(said.message)) return 'media_too_large'
  if (status === 413 || (complaint && TOO_LONG.test(words))) return 'prompt_too_long'
  // A quota that comes back by itself is a limit of speed, whatever it is called.
  const isSpent = (complaint || status === 403 || status === 429) && BILLING.test(words)
  if (status === 402 || (isSpent && !(status === 429 && said.waits))) return 'billing_error'
  if (said.type === 'overloaded_error' || status === 529) return 'overloaded'
  if ((status === 503 || status === 429) && OVERLOADED.test(words)) return 'overloaded'
  if (complaint && WRONG_KEY.test(words)) return 'authentication_failed'
  if (complaint && UNKNOWN_MODEL.test(words)) return 'model_not_found'
  if (status === undefined) return KIND_OF_TYPE[said.type] ?? 'server_error'
  if (status === 401 || status === 403) return 'authentication_failed'
  if (status === 404) return 'model_not_found'
  if (status === 429) return 'rate_limit'
  if (PASSING_4XX.has(status) || status >= 500) return 'server_error'
  if (status < 400) return 'unknown'
  const kind = KIND_OF_TYPE[said.type] ?? 'invalid_request'
  return kind === 'server_error' ? 'invalid_request' : kind
}

const describe = (kind: ModelErrorKind, status: number | undefined, said: Said): LocalizedText => {
  const detail = detailOf(status, said.message.replace(/[.\s]+$/, ''))
  switch (kind) {
    case 'prompt_too_long':
    case 'media_too_large':
    case 'overloaded':
    case 'rate_limit':
      return modelText(kind, { detail })
    case 'authentication_failed':
      return status === 403
        ? modelText('access_denied', { detail })
        : modelText('credentials_refused', { detail, advice: modelText('check_key') })
    case 'billing_error':
      return modelText('cannot_pay', { detail })
    case 'model_not_found':
      return modelText('model_not_found', { detail, advice: suggestModels(said.message) })
    case 'server_error':
      return modelText('server_failed', { detail })
    default:
      return modelText('refused', { detail })
  }
}

const detailOf = (status: number | undefined, said: string): LocalizedText => {
  if (status === undefined)
    return said === '' ? modelText('in_stream') : modelText('in_stream_said', { said })
  return said === '' ? modelText('status', { status }) : modelText('status_said', { status, said })
}

const suggestModels = (message: string): LocalizedText => {
  const asked = /model[:\s`'"]+([\w.@:/[\]-]+)/i.exec(message)?.[1]
  const names = asked === undefined ? [] : nearestModels(asked)
  return names.length > 0 ? modelText('similar_models', { names }) : modelText('check_model')
}

const shouldRetryOf = (headers: ErrorHeaders): boolean | undefined => {
  const word = oneHeader(headers, 'x-should-retry')
  return word === 'true' ? true : word === 'false' ? false : undefined
}
