import type * as Http from 'node:http'
import { addressKind } from './address.ts'
import { NetworkError, toNetworkError } from './network-error.ts'
import { findProxy, type ProxySettings, proxyCredentials } from './proxy.ts'
import { openTunnel } from './tunnel.ts'

export interface ChosenRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly proxy?: ProxySettings
  readonly signal: AbortSignal
  /** More of the answer is not read. */
  readonly maxBytes: number
}

/**
 * One request to an address that the person chose themselves, the way their proxy settings say; no redirect is
 * followed. Names are resolved by the proxy where there is one: here they may be unknown. Throws {@link NetworkError}.
 */
export const sendChosen = async (
  request: ChosenRequest,
): Promise<{ readonly status: number; readonly text: string }> => {
  const { url, method, headers, body = '', signal, maxBytes } = request
  try {
    signal.throwIfAborted()
    const { request: send } =
      url.protocol === 'https:' ? await import('node:https') : await import('node:http')
    const way = await wayTo(request)
    const length = Buffer.byteLength(body)
    const all = { ...headers, ...way.headers, ...(length > 0 ? { 'content-length': length } : {}) }
    const sent = send({ ...way, method, headers: all, signal })
    const incoming = await new Promise<Http.IncomingMessage>((resolve, reject) => {
      sent.on('error', reject)
      sent.once('response', resolve)
      sent.end(body)
    })
    return { status: incoming.statusCode ?? 0, text: await textOf(incoming, maxBytes) }
  } catch (error) {
    throw toNetworkError(error, signal)
  }
}

const wayTo = async ({ url, proxy: settings, signal }: ChosenRequest): Promise<Http.RequestOptions> => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const direct = { host, port, path: `${url.pathname}${url.search}`, agent: false }
  const proxy = isThisMachine(host) ? 'none' : findProxy(url, settings ?? {})
  if (proxy === 'none') return direct
  if (proxy === 'invalid')
    throw new NetworkError(
      'proxy',
      'the proxy of the environment (HTTP_PROXY, HTTPS_PROXY) is not an http address',
    )
  if (url.protocol === 'http:' && proxy.protocol === 'http:')
    return {
      ...direct,
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: Number(proxy.port || 80),
      path: url.href,
      headers: { host: url.host, ...proxyCredentials(proxy) },
    }
  const socket = await openTunnel(proxy, { address: host, port }, signal)
  if (url.protocol === 'http:') return { ...direct, createConnection: () => socket }
  const { connect } = await import('node:tls')
  const through = connect({ socket, host, ...(addressKind(host) === undefined ? { servername: host } : {}) })
  // An agent would make a connection of its own.
  return { host, port, path: direct.path, createConnection: () => through }
}

/** The proxy would look for it on its own. */
const isThisMachine = (host: string): boolean => host === 'localhost' || addressKind(host) === 'loopback'

const textOf = async (incoming: Http.IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  incoming.destroy()
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}
