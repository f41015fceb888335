import { findProxy, type ProxySettings } from '../../../lib/network/proxy.ts'
import { ModelError } from '../../../protocol/model.ts'

/** The proxy a target goes through, or `undefined` for a direct connection. */
export const proxyFor = (target: URL, settings: ProxySettings): URL | undefined => {
  const proxy = findProxy(target, settings)
  if (proxy !== 'invalid') return proxy === 'none' ? undefined : proxy
  throw new ModelError(
    'invalid_request',
    `The proxy address for ${target.protocol}// targets isn't an http or https URL. Check HTTP_PROXY and HTTPS_PROXY.`,
  )
}
