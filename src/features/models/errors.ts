import { errorText } from '../../lib/error-text.ts'
import { modelText } from '../../protocol/messages/host/models.ts'
import { ModelError, type ModelErrorKind } from '../../protocol/model.ts'
import { certificateError, protocolError } from './certificate-errors.ts'
import { ADDRESS_RETRIES } from './retry-limits.ts'

/** Header names in lower case, as node:http gives them. */
export type ErrorHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A failed answer, as a provider's own reader gets it. */
export interface FailedAnswer {
  /** Undefined for an error that came inside a stream, after the status line had promised success. */
  readonly status: number | undefined
  /** Parsed; undefined where it is no JSON. Nobody has promised its shape. */
  readonly body: unknown
  readonly headers: ErrorHeaders
}

/** What a provider's own reader knows better than the usual words and codes do; the rest is read as usual. */
export interface ReadFailure {
  readonly kind?: ModelErrorKind
  readonly message?: string
  readonly retryAfterMs?: number
}

export type ReadError = (answer: FailedAnswer) => ReadFailure | undefined

/** Turns a failed answer into a ModelError, whatever the dialect of its body. */
export type ClassifyError = (
  status: FailedAnswer['status'],
  bodyText: string,
  headers: ErrorHeaders,
) => ModelError

/** The name a server gave to a request, for its own people and for whoever counts what was used. */
export const requestIdIn = (headers: ErrorHeaders): string | undefined =>
  oneHeader(headers, 'request-id') ?? oneHeader(headers, 'x-request-id')

/** Connection failures before an answer began. */
export const connectionError = (cause: unknown, where: string): ModelError => {
  const code = (cause as { code?: unknown } | null)?.code
  const host = hostOf(where)
  const known = typeof code === 'string' ? adviceFor(code) : undefined
  const maxRetries = typeof code === 'string' && ADDRESS_ERRORS.has(code) ? ADDRESS_RETRIES : undefined
  if (known) return new ModelError('network', modelText(known, { where }), { cause, host, maxRetries })
  const refused = certificateError(cause, where) ?? protocolError(cause, where)
  if (refused) return refused
  const reason = errorText(cause)
  return new ModelError('network', modelText('connection_failed', { where, reason }), {
    cause,
    host,
    maxRetries,
  })
}

const hostOf = (where: string): string => (URL.canParse(where) ? new URL(where).host : where)

/** Nobody is there, or there is no such name: in the words of both runtimes. */
const ADDRESS_ERRORS: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'ENOTFOUND',
  'FailedToOpenSocket',
])

export const abortedError = (): ModelError => new ModelError('aborted', modelText('canceled'))

const CONNECTION_ADVICE = {
  ECONNREFUSED: 'not_running',
  ConnectionRefused: 'not_running',
  ENOTFOUND: 'no_such_host',
  EAI_AGAIN: 'lookup_failed',
  ECONNRESET: 'closed_before_answer',
  EPIPE: 'closed_while_sending',
  ETIMEDOUT: 'connection_timed_out',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'no_route',
} as const satisfies Readonly<Record<string, keyof typeof modelText.rows>>

const adviceFor = (code: string): (typeof CONNECTION_ADVICE)[keyof typeof CONNECTION_ADVICE] | undefined =>
  Object.hasOwn(CONNECTION_ADVICE, code)
    ? CONNECTION_ADVICE[code as keyof typeof CONNECTION_ADVICE]
    : undefined

export const oneHeader = (headers: ErrorHeaders, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}
