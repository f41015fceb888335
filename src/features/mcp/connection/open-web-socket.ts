import type { Duplex } from 'node:stream'
import { addressKind } from '../../../lib/network/address.ts'
import { BAD_PROXY, NetworkError } from '../../../lib/network/network-error.ts'
import type { ProxySettings } from '../../../lib/network/proxy.ts'
import { openTunnel } from '../../../lib/network/tunnel.ts'
import { proxyOfChosen } from '../../../lib/network/way-to.ts'

export interface SocketOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly proxy: ProxySettings
}

const PROTOCOLS = ['mcp']
const CONNECT_MS = 30_000

/** A WebSocket the way the proxy settings say; where no proxy is on the way it is the runtime's own. Throws {@link NetworkError}. */
export const openWebSocket = async ({ url, headers, proxy: settings }: SocketOptions): Promise<WebSocket> => {
  // `ws:` and `wss:` go by what is set for `http:` and `https:`.
  const target = new URL(url.replace(/^ws/i, 'http'))
  const proxy = proxyOfChosen(target, settings)
  if (proxy === 'none') return openDirect(url, headers)
  if (proxy === 'invalid') throw new NetworkError('proxy', BAD_PROXY)
  const socket = await throughTunnel(target, proxy)
  const { WebSocket: Socket } = await import('ws')
  // The same as the standard's, as far as it is used here.
  return new Socket(url, PROTOCOLS, {
    headers,
    createConnection: () => socket,
  } as object) as unknown as WebSocket
}

/** A proxy that does not know WebSockets passes on what goes through a tunnel. */
const throughTunnel = async (target: URL, proxy: URL): Promise<Duplex> => {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const isSecure = target.protocol === 'https:'
  const port = Number(target.port || (isSecure ? 443 : 80))
  const socket = await openTunnel(proxy, { address: host, port }, AbortSignal.timeout(CONNECT_MS))
  if (!isSecure) return socket
  const { connect } = await import('node:tls')
  return connect({ socket, host, ...(addressKind(host) === undefined ? { servername: host } : {}) })
}

/** The one of this runtime takes headers, which the standard does not know. */
const openDirect = (url: string, headers: SocketOptions['headers']): WebSocket => {
  const Socket = WebSocket as unknown as new (
    url: string,
    options: { readonly protocols: readonly string[]; readonly headers: SocketOptions['headers'] },
  ) => WebSocket
  return new Socket(url, { protocols: PROTOCOLS, headers })
}
