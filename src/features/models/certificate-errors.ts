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
    ? `No TLS connection to ${where} could be made (${code}). Check the base URL: is it http instead of https, or another port?`
    : code.startsWith('HPE_')
      ? `${where} answered with something that isn't HTTP (${code}). Check the base URL and the proxy.`
      : undefined
  return text === undefined ? undefined : new ModelError('network', text, { cause, shouldRetry: false })
}

const sentence = (code: string, where: string, cause: unknown): string | undefined => {
  if (UNKNOWN_AUTHORITY.has(code))
    return `The certificate of ${where} is signed by an authority this machine doesn't know. If your company inspects traffic, set NODE_EXTRA_CA_CERTS to the file with its CA certificate.`
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of ${where} has expired. Check this machine's clock; otherwise it has to be renewed on the server.`
  if (code === 'CERT_NOT_YET_VALID')
    return `The certificate of ${where} isn't valid yet. Check this machine's clock.`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${where} is for another host name${namesIn(cause)}. Check the base URL.`
  if (/ALERT_(?:CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA)$/.test(code))
    return `${where} didn't accept our certificate, or wants one (${code}). Check CAPSTAN_CLIENT_CERT and CAPSTAN_CLIENT_KEY.`
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
    return `The certificate of ${where} was not accepted (${code}). If your company inspects traffic, set NODE_EXTRA_CA_CERTS to the file with its CA certificate.`
  return undefined
}

/** `DNS:a.example, IP Address:10.0.0.1`, as the runtime lists them, without the kinds. */
const namesIn = (cause: unknown): string => {
  const names = (cause as { cert?: { subjectaltname?: unknown } }).cert?.subjectaltname
  if (typeof names !== 'string' || names === '') return ''
  return ` (${names
    .replaceAll(/(?:DNS|IP Address):/g, '')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 100)})`
}
