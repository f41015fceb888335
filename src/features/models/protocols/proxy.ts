import { errorText } from '../../../lib/error-text.ts'
import { findProxy, type ProxySettings } from '../../../lib/network/proxy.ts'
import { accessText } from '../../../protocol/messages/host/model-access.ts'
import { ModelError } from '../../../protocol/model.ts'
import { certificateError } from '../certificate-errors.ts'

/** The proxy a target goes through, or `undefined` for a direct connection. */
export const proxyFor = (target: URL, settings: ProxySettings): URL | undefined => {
  const proxy = findProxy(target, settings)
  if (proxy !== 'invalid') return proxy === 'none' ? undefined : proxy
  throw new ModelError('invalid_request', accessText('bad_proxy', { protocol: target.protocol }))
}

/** The proxy could not be spoken to. */
export const proxyError = (cause: unknown, proxy: URL): ModelError =>
  certificateError(cause, proxy.origin) ??
  new ModelError('network', accessText('proxy_unreachable', { proxy: proxy.host, reason: codeOf(cause) }), {
    cause,
  })

const codeOf = (cause: unknown): string => {
  const code = (cause as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : errorText(cause)
}

/** The proxy answered, and does not let us through. */
export const proxyRefusal = (proxy: URL, status: number): ModelError => {
  if (status !== 407)
    return new ModelError('network', accessText('proxy_refused', { proxy: proxy.host, status }))
  const said =
    proxy.username === ''
      ? accessText('proxy_wants_password', { proxy: proxy.host })
      : accessText('proxy_password_refused', { proxy: proxy.host })
  return new ModelError('network', said, { shouldRetry: false })
}
