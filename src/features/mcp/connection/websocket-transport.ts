import { parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { parseBoundedJson } from '../../../lib/values/parse-bounded-json.ts'
import { openWebSocket, type SocketOptions } from './open-web-socket.ts'

/** A server at the other end of a WebSocket, one message a frame. */
export class WebSocketTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #wish: SocketOptions
  #socket: WebSocket | undefined
  #isClosed = false

  constructor(wish: SocketOptions) {
    this.#wish = wish
  }

  async start(): Promise<void> {
    const socket = await openWebSocket(this.#wish)
    if (this.#isClosed) socket.close()
    this.#socket = socket
    const opened = Promise.withResolvers<void>()
    socket.addEventListener('open', () => opened.resolve())
    socket.addEventListener('error', () => {
      const error = new Error(`the WebSocket ${this.#wish.url} cannot be reached or failed`)
      opened.reject(error)
      this.onerror?.(error)
    })
    socket.addEventListener('close', () => {
      opened.reject(new Error('the WebSocket was closed'))
      this.#socket = undefined
      this.onclose?.()
    })
    socket.addEventListener('message', ({ data }) => this.#read(data))
    await opened.promise
  }

  async send(message: Parameters<Transport['send']>[0]): Promise<void> {
    if (this.#socket?.readyState !== WebSocket.OPEN) throw new Error('the WebSocket is not open')
    this.#socket.send(JSON.stringify(message))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#socket?.close()
  }

  #read(data: unknown): void {
    try {
      if (typeof data !== 'string') throw new Error('the server sent bytes where text was due')
      this.onmessage?.(parseJSONRPCMessage(parseBoundedJson(data)))
    } catch (error) {
      this.onerror?.(error as Error)
    }
  }
}
