import type * as Http from 'node:http'
import { addressKind } from './address.ts'
import { BAD_PROXY, NetworkError } from './network-error.ts'
import { findProxy, type ProxySettings, proxyCredentials } from './proxy.ts'
import { openTunnel } from './tunnel.ts'

export interface TlsFiles {
  readonly ca?: Buffer
  readonly cert?: Buffer
  readonly key?: Buffer
  readonly passphrase?: string
}

interface Target {
  readonly url: URL
  readonly proxy?: ProxySettings
  readonly signal: AbortSignal
  readonly tls?: TlsFiles
}

/** Where a request to an address that the person chose is sent: there, to their proxy, or through its tunnel. Throws {@link NetworkError}. */
export const wayTo = async ({ url, proxy: settings, signal, tls }: Target): Promise<Http.RequestOptions> => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const direct = { host, port, path: `${url.pathname}${url.search}`, agent: false }
  const proxy = proxyOfChosen(url, settings ?? {})
  if (proxy === 'none') return direct
  if (proxy === 'invalid') throw new NetworkError('proxy', BAD_PROXY)
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
  const through = connect({
    ...tls,
    socket,
    host,
    ...(addressKind(host) === undefined ? { servername: host } : {}),
  })
  // An agent would make a connection of its own.
  return { host, port, path: direct.path, createConnection: () => through }
}

/** The proxy on the way to an address that the person chose. This machine the proxy would look for on its own. */
export const proxyOfChosen = (url: URL, settings: ProxySettings): ReturnType<typeof findProxy> =>
  isThisMachine(url.hostname.replace(/^\[|\]$/g, '')) ? 'none' : findProxy(url, settings)

const isThisMachine = (host: string): boolean => host === 'localhost' || addressKind(host) === 'loopback'
