import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { NetworkError, ProxyRefusal } from './network-error.ts'
import { proxyCredentials } from './proxy.ts'

/**
 * Asks a proxy for a raw connection to a name, or to an address that has been checked; the caller speaks TLS through
 * it. A ProxyRefusal: it said no; any other NetworkError: it could not be used.
 */
export const openTunnel = async (
  proxy: URL,
  target: {
    readonly address: string
    readonly port: number
    /** Whom to trust on the way to a proxy that speaks TLS; absent: the usual authorities. */
    readonly tls?: { readonly ca?: string[] }
  },
  signal: AbortSignal,
): Promise<Duplex> => {
  const { request } = proxy.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const address = target.address.includes(':') ? `[${target.address}]` : target.address
  const authority = `${address}:${target.port}`
  return await new Promise((resolve, reject) => {
    const connect = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyCredentials(proxy) },
      agent: false,
      signal,
      ...target.tls,
    })
    const refuse = (response: Http.IncomingMessage): void => {
      connect.destroy()
      reject(new ProxyRefusal(proxy, response.statusCode ?? 0))
    }
    connect.on('error', error =>
      reject(
        new NetworkError(
          'proxy',
          {
            en: `the proxy ${proxy.host} cannot be used: ${error.message}`,
            zh: `无法使用代理 ${proxy.host}：${error.message}`,
          },
          error,
        ),
      ),
    )
    connect.once('response', refuse)
    connect.once('connect', (response: Http.IncomingMessage, socket: Duplex) => {
      if (response.statusCode === 200) return resolve(socket)
      socket.destroy()
      refuse(response)
    })
    connect.end()
  })
}
