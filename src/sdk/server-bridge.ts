import { isObject } from '../lib/is-object.ts'
import type { ConnectableServer, ServerTransport } from './servers.ts'

/** A server in this process, spoken to one message at a time by the program. */
export class ServerBridge {
  readonly #waiting = new Map<unknown, (message: unknown) => void>()
  readonly #say: (message: unknown) => void
  readonly #transport: ServerTransport
  readonly #connected: Promise<void>

  /** `say` carries what the server says by itself. */
  constructor(server: ConnectableServer, say: (message: unknown) => void) {
    this.#say = say
    this.#transport = {
      start: async () => undefined,
      send: async message => this.#send(message),
      close: async () => this.#transport.onclose?.(),
    }
    this.#connected = server.connect(this.#transport)
    // Told to whoever sends the first message.
    this.#connected.catch(() => undefined)
  }

  /** The server's answer; a notification has none. */
  async take(message: unknown): Promise<unknown> {
    await this.#connected
    const isRequest = isObject(message) && message['id'] !== undefined && message['method'] !== undefined
    if (!isRequest) {
      this.#transport.onmessage?.(message)
      return { jsonrpc: '2.0', result: {}, id: 0 }
    }
    return await new Promise(resolve => {
      this.#waiting.set(message['id'], resolve)
      this.#transport.onmessage?.(message)
    })
  }

  close(): void {
    this.#transport.onclose?.()
  }

  #send(message: unknown): void {
    const id = isObject(message) && message['method'] === undefined ? message['id'] : undefined
    const waiting = id === undefined ? undefined : this.#waiting.get(id)
    this.#waiting.delete(id)
    if (waiting) waiting(message)
    else this.#say(message)
  }
}
