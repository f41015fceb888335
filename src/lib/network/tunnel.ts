import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { NetworkError } from './network-error.ts'
import { proxyCredentials } from './proxy.ts'

/**
 * Asks a proxy for a raw connection to a name, or to an address that has been checked; the caller speaks TLS through
 * it. A NetworkError with a cause: the proxy could not be used; without one: it said no.
 */
export const openTunnel = async (
  proxy: URL,
  target: { readonly address: string; readonly port: number },
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
    })
    const refuse = (response: Http.IncomingMessage): void => {
      connect.destroy()
      reject(new NetworkError('proxy', `the proxy ${proxy.host} answered ${response.statusCode}`))
    }
    connect.on('error', error =>
      reject(new NetworkError('proxy', `the proxy ${proxy.host} cannot be used: ${error.message}`, error)),
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
