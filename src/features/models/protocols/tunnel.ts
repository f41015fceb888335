import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { proxyCredentials } from '../../../lib/network/proxy.ts'
import { ModelError } from '../../../protocol/model.ts'
import { abortedError } from '../errors.ts'

const CONNECT_TIMEOUT_MS = 30_000

export interface TunnelTarget {
  readonly host: string
  readonly port: number
  readonly signal: AbortSignal
}

/** Asks a proxy for a raw connection to the target; the caller speaks TLS through it. */
export const openTunnel = async (proxy: URL, target: TunnelTarget): Promise<Duplex> => {
  const { request } = proxy.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const authority = `${target.host}:${target.port}`
  return new Promise((resolve, reject) => {
    const connect = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyCredentials(proxy) },
      agent: false,
    })
    const fail = (error: Error) => {
      settle()
      connect.destroy()
      reject(error)
    }
    const onAbort = () => fail(abortedError())
    const timer = setTimeout(() => fail(refusal(proxy, 'it did not answer in time')), CONNECT_TIMEOUT_MS)
    const settle = () => {
      clearTimeout(timer)
      target.signal.removeEventListener('abort', onAbort)
    }
    target.signal.addEventListener('abort', onAbort, { once: true })
    connect.on('error', fail)
    connect.once('response', response => fail(refusal(proxy, `it answered ${response.statusCode}`)))
    connect.once('connect', (response: Http.IncomingMessage, socket: Duplex) => {
      if (response.statusCode === 200) {
        settle()
        resolve(socket)
        return
      }
      socket.destroy()
      fail(refusal(proxy, `it answered ${response.statusCode}`))
    })
    connect.end()
  })
}

const refusal = (proxy: URL, why: string): ModelError =>
  new ModelError(
    'network',
    `The proxy ${proxy.host} did not open a connection to the model server: ${why}. Check HTTPS_PROXY and NO_PROXY.`,
  )
