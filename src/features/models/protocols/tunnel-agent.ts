import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { NetworkError } from '../../../lib/network/network-error.ts'
import { openTunnel } from '../../../lib/network/tunnel.ts'
import { ModelError } from '../../../protocol/model.ts'
import { abortedError } from '../errors.ts'

const CONNECT_TIMEOUT_MS = 30_000

interface TunnelOptions {
  readonly host?: string | null
  readonly port?: number | string | null
  readonly servername?: string
  /** Set by the transport: ends an attempt to connect whose request was given up. */
  readonly tunnelSignal?: AbortSignal
}

/** Makes the connections of an HTTPS agent go through a proxy's tunnel. */
export const createTunnelAgent = (agent: Http.Agent, proxy: URL): Http.Agent => {
  const connect = async (options: TunnelOptions): Promise<Duplex> => {
    const host = options.host ?? 'localhost'
    const target = { address: host, port: Number(options.port ?? 443) }
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
  target: { readonly address: string; readonly port: number },
  given: AbortSignal | undefined,
): Promise<Duplex> => {
  const late = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  try {
    return await openTunnel(proxy, target, given ? AbortSignal.any([given, late]) : late)
  } catch (error) {
    if (given?.aborted) throw abortedError()
    if (late.aborted) throw refusal(proxy, 'it did not answer in time')
    if (!(error instanceof NetworkError)) throw error
    // The transport knows what the codes of a failed connection mean.
    throw error.cause ?? refusal(proxy, error.message)
  }
}

const refusal = (proxy: URL, why: string): ModelError =>
  new ModelError(
    'network',
    `The proxy ${proxy.host} did not open a connection to the model server: ${why}. Check HTTPS_PROXY and NO_PROXY.`,
  )
