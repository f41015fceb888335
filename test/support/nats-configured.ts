import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { vi } from 'vitest'
import { NATS_SERVER } from './nats-server.ts'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  await once(server.close(), 'close')
  return port
}

/** A port for a server, and the server once there is a folder with its configuration. */
export const startConfigured = async () => {
  const port = await freePort()
  return {
    port,
    async start(folder: string): Promise<AsyncDisposable> {
      const child = spawn(NATS_SERVER, ['-c', 'nats-server.conf'], { cwd: folder, stdio: 'ignore' })
      const end = (): unknown => child.kill('SIGKILL')
      process.once('exit', end)
      await vi.waitFor(
        async () => {
          const socket = connect(port, '127.0.0.1')
          await once(socket, 'connect').finally(() => socket.destroy())
        },
        { timeout: 60_000, interval: 10 },
      )
      return {
        async [Symbol.asyncDispose]() {
          process.off('exit', end)
          const gone = once(child, 'exit')
          end()
          await gone
        },
      }
    },
  }
}
