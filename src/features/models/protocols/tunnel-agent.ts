import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { NetworkError, ProxyRefusal } from '../../../lib/network/network-error.ts'
import { openTunnel } from '../../../lib/network/tunnel.ts'
import { accessText } from '../../../protocol/messages/host/model-access.ts'
import { ModelError } from '../../../protocol/model.ts'
import { abortedError } from '../errors.ts'
import { proxyError, proxyRefusal } from './proxy.ts'

const CONNECT_TIMEOUT_MS = 30_000

interface TunnelOptions {
  readonly host?: string | null
  readonly port?: number | string | null
  readonly servername?: string
  /** Set by the transport: ends an attempt to connect whose request was given up. */
  readonly tunnelSignal?: AbortSignal
  /** Whom to trust; a proxy may speak TLS, too. */
  readonly ca?: readonly string[]
}

const tlsOf = ({ ca }: TunnelOptions): { readonly ca?: string[] } => (ca ? { ca: [...ca] } : {})

/** Makes the connections of an HTTPS agent go through a proxy's tunnel. */
export const createTunnelAgent = (agent: Http.Agent, proxy: URL): Http.Agent => {
  const connect = async (options: TunnelOptions): Promise<Duplex> => {
    const host = options.host ?? 'localhost'
    const target = { address: host, port: Number(options.port ?? 443), tls: tlsOf(options) }
    const [socket, tls] = await Promise.all([reach(proxy, target, options.tunnelSignal), import('node:tls')])
    return tls.connect({ ...(options as object), socket, servername: options.servername ?? host })
  }
  const createConnection = (
    options: TunnelOptions,
    done: (error: Error | null, socket?: Duplex) => void,
  ): undefined => {
    connect(options).then(
      socket => done(null, socket),
      (error: Error) => done(error),
    )
  }
  return Object.assign(agent, { createConnection })
}

const reach = async (
  proxy: URL,
  target: Parameters<typeof openTunnel>[1],
  given: AbortSignal | undefined,
): Promise<Duplex> => {
  const late = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  try {
    return await openTunnel(proxy, target, given ? AbortSignal.any([given, late]) : late)
  } catch (error) {
    if (given?.aborted) throw abortedError()
    if (late.aborted) throw tooLate(proxy)
    if (error instanceof ProxyRefusal) throw proxyRefusal(proxy, error.status)
    throw error instanceof NetworkError ? proxyError(error.cause ?? error, proxy) : error
  }
}

const tooLate = (proxy: URL): ModelError =>
  new ModelError(
    'network',
    accessText('proxy_timed_out', { proxy: proxy.host, seconds: CONNECT_TIMEOUT_MS / 1000 }),
  )
