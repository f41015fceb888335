import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { openTunnel } from './tunnel.ts'

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
    const signal = options.tunnelSignal ?? new AbortController().signal
    const [socket, tls] = await Promise.all([
      openTunnel(proxy, { host, port: Number(options.port ?? 443), signal }),
      import('node:tls'),
    ])
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
