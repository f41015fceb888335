import { parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import type { ServerHost } from '../../../protocol/extensions/server.ts'

/**
 * A server in the process of the program that drives this one: each message goes there and comes back with its answer,
 * and what the server says by itself comes in between.
 */
export const createControlTransport = (
  server: string,
  host: Pick<ServerHost, 'sdkServer' | 'sdkListen'>,
): Transport => {
  let isOpen = false
  let stop: (() => void) | undefined
  const hear = (message: unknown): void => {
    if (isOpen) transport.onmessage?.(parseJSONRPCMessage(message))
  }
  const transport: Transport = {
    async start() {
      isOpen = true
      stop = host.sdkListen?.(server, hear)
    },
    async send(message) {
      if (!isOpen) throw new Error('the server is closed')
      const answer = await host.sdkServer?.(server, message)
      // A notification is answered as well, with nothing.
      if ('id' in message && 'method' in message) hear(answer)
    },
    async close() {
      isOpen = false
      stop?.()
      transport.onclose?.()
    },
  }
  return transport
}
