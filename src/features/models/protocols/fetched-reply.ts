import { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { Heard, Incoming, Listen } from './incoming.ts'

/** An answer of fetch that speaks like one of node:http; destroying it closes its connection. */
export class FetchedReply implements Incoming {
  readonly #events = new EventEmitter<Heard>()
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readableEnded = false
  destroyed = false
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #abort: () => void
  #isFlowing: boolean | undefined
  #isReading = false

  constructor(response: Response, abort: () => void) {
    this.statusCode = response.status
    this.headers = Object.fromEntries(response.headers)
    this.#reader = response.body?.getReader()
    this.#abort = abort
  }

  readonly on: Listen<this> = (name, listener) => {
    this.#events.on(name, listener as never)
    if (name === 'data' && this.#isFlowing === undefined) this.resume()
    return this
  }

  readonly once: Listen<this> = (name, listener) => {
    this.#events.once(name, listener as never)
    return this
  }

  readonly off: Listen<this> = (name, listener) => {
    this.#events.off(name, listener as never)
    return this
  }

  pause(): this {
    this.#isFlowing = false
    return this
  }

  resume(): this {
    this.#isFlowing = true
    void this.#flow()
    return this
  }

  isPaused(): boolean {
    return this.#isFlowing === false
  }

  destroy(): this {
    if (this.destroyed) return this
    this.#abort()
    this.#close()
    return this
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = await this.#read(); piece; piece = await this.#read()) yield piece
      this.readableEnded = true
    } finally {
      this.destroy()
    }
  }

  async #flow(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isFlowing && !this.destroyed) {
        const piece = await this.#read()
        if (this.destroyed) return
        if (piece) this.#events.emit('data', piece)
        else return this.#end()
      }
    } catch (error) {
      if (this.destroyed) return
      this.#events.emit('error', error as Error)
      this.#close()
    } finally {
      this.#isReading = false
    }
  }

  async #read(): Promise<Buffer | undefined> {
    const { value } = (await this.#reader?.read()) ?? {}
    return value && Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }

  #end(): void {
    this.readableEnded = true
    this.#events.emit('end')
    this.#close()
  }

  #close(): void {
    this.destroyed = true
    queueMicrotask(() => this.#events.emit('close'))
  }
}
