import { parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client'

/** A server in the process of the program that drives this one: each message goes there and comes back with its answer. */
export const createControlTransport = (exchange: (message: unknown) => Promise<unknown>): Transport => {
  let isOpen = false
  const transport: Transport = {
    async start() {
      isOpen = true
    },
    async send(message) {
      if (!isOpen) throw new Error('the server is closed')
      const answer = await exchange(message)
      // A notification is answered as well, with nothing.
      if ('id' in message && 'method' in message && isOpen) transport.onmessage?.(parseJSONRPCMessage(answer))
    },
    async close() {
      isOpen = false
      transport.onclose?.()
    },
  }
  return transport
}
