import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** Nothing comes through any more, old or new. */
  cut(): void
  restore(): void
}

/** A line to a port of this machine that can be cut. */
export const startProxy = async (to: number | (() => number)): Promise<TcpProxy> => {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(client => {
    if (isCut) {
      client.destroy()
      return
    }
    const upstream = connect(typeof to === 'number' ? to : to(), '127.0.0.1')
    for (const [from, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(other)
      from.on('error', () => from.destroy())
      from.on('close', () => {
        sockets.delete(from)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      end()
    },
    restore() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
