import type { Server, Socket } from 'node:net'

const MAX_CONNECTIONS = 256

/** A socket in the file system that leads to a port of this machine, and nowhere else. */
export class PortForward implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** How often nothing answered there. */
  unanswered = 0

  static async open(socketPath: string, port: number): Promise<PortForward> {
    const { connect, createServer } = await import('node:net')
    const forward: PortForward = new PortForward(
      createServer({ allowHalfOpen: true }, client => {
        const out = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
        forward.#join(client, out)
      }),
    )
    const server = forward.#server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(socketPath, () => {
        server.off('error', reject)
        resolve()
      })
    })
    server.unref()
    return forward
  }

  private constructor(server: Server) {
    this.#server = server
    server.maxConnections = MAX_CONNECTIONS
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>(resolve => this.#server.close(() => resolve()))
  }

  #join(client: Socket, out: Socket): void {
    for (const [one, other] of [
      [client, out],
      [out, client],
    ] as const) {
      this.#sockets.add(one)
      one.once('close', () => this.#sockets.delete(one))
      one.once('error', () => other.destroy())
    }
    out.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.unanswered += 1
    })
    client.pipe(out).pipe(client)
  }
}
