import { accessText } from '../../protocol/messages/host/model-access.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ModelError } from '../../protocol/model.ts'

const UNKNOWN_AUTHORITY: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Nothing was sent: whoever signed the certificate is not known here. */
export const isUnknownAuthority = (error: unknown): boolean =>
  error instanceof ModelError && UNKNOWN_AUTHORITY.has(codeOf(error.cause))

/** What is wrong with the certificate of a server, or with ours; undefined: it is something else. Never worth a retry. */
export const certificateError = (cause: unknown, where: string): ModelError | undefined => {
  const code = codeOf(cause)
  const said = typeof code === 'string' ? sentence(code, where, cause) : undefined
  return said === undefined ? undefined : new ModelError('network', said, { cause, shouldRetry: false })
}

/** The other side speaks no TLS, or no HTTP: it would the next time neither. undefined: it is something else. */
export const protocolError = (cause: unknown, where: string): ModelError | undefined => {
  const code = codeOf(cause)
  if (typeof code !== 'string') return undefined
  const text = /^(?:EPROTO$|ERR_SSL_)/.test(code)
    ? accessText('no_tls', { where, code })
    : code.startsWith('HPE_')
      ? accessText('not_http', { where, code })
      : undefined
  return text === undefined ? undefined : new ModelError('network', text, { cause, shouldRetry: false })
}

const sentence = (code: string, where: string, cause: unknown): LocalizedText | undefined => {
  if (UNKNOWN_AUTHORITY.has(code)) return accessText('unknown_authority', { where })
  if (code === 'CERT_HAS_EXPIRED') return accessText('certificate_expired', { where })
  if (code === 'CERT_NOT_YET_VALID') return accessText('certificate_not_yet_valid', { where })
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return otherHostName(where, namesIn(cause))
  if (/ALERT_(?:CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA)$/.test(code))
    return accessText('client_certificate', { where, code })
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
    return accessText('certificate_refused', { where, code })
  return undefined
}

const otherHostName = (where: string, names: string): LocalizedText =>
  names === '' ? accessText('other_host_name', { where }) : accessText('other_host_names', { where, names })

/** `DNS:a.example, IP Address:10.0.0.1`, as the runtime lists them, without the kinds. */
const namesIn = (cause: unknown): string => {
  const names = (cause as { cert?: { subjectaltname?: unknown } }).cert?.subjectaltname
  if (typeof names !== 'string' || names === '') return ''
  return names
    .replaceAll(/(?:DNS|IP Address):/g, '')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 100)
}
