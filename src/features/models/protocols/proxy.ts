import { errorText } from '../../../lib/error-text.ts'
import { findProxy, type ProxySettings } from '../../../lib/network/proxy.ts'
import { ModelError } from '../../../protocol/model.ts'
import { certificateError } from '../certificate-errors.ts'

/** The proxy a target goes through, or `undefined` for a direct connection. */
export const proxyFor = (target: URL, settings: ProxySettings): URL | undefined => {
  const proxy = findProxy(target, settings)
  if (proxy !== 'invalid') return proxy === 'none' ? undefined : proxy
  throw new ModelError(
    'invalid_request',
    `The proxy address for ${target.protocol}// targets isn't an http or https URL. Check HTTP_PROXY and HTTPS_PROXY.`,
  )
}

/** The proxy could not be spoken to. */
export const proxyError = (cause: unknown, proxy: URL): ModelError =>
  certificateError(cause, proxy.origin) ??
  new ModelError(
    'network',
    `Can't connect to the proxy ${proxy.host} (${codeOf(cause)}). Check HTTP_PROXY and HTTPS_PROXY, or name the model server's host in NO_PROXY.`,
    { cause },
  )

const codeOf = (cause: unknown): string => {
  const code = (cause as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : errorText(cause)
}

/** The proxy answered, and does not let us through. */
export const proxyRefusal = (proxy: URL, status: number): ModelError => {
  if (status !== 407)
    return new ModelError(
      'network',
      `The proxy ${proxy.host} refused the connection to the model server (status ${status}). Check HTTPS_PROXY and NO_PROXY.`,
    )
  const said =
    proxy.username === ''
      ? `The proxy ${proxy.host} wants a user name and password (status 407). Put them into HTTPS_PROXY or HTTP_PROXY: http://user:password@${proxy.host}`
      : `The proxy ${proxy.host} didn't accept the user name and password in HTTPS_PROXY or HTTP_PROXY (status 407).`
  return new ModelError('network', said, { shouldRetry: false })
}
