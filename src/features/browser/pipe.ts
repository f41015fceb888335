import type { Readable, Writable } from 'node:stream'
import { isObject } from '../../lib/is-object.ts'

/** Something the browser tells of its own accord. */
export interface BrowserEvent {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  /** The target it is about; absent: the browser. */
  readonly session?: string
}

export interface SendOptions {
  readonly session?: string | undefined
  readonly timeoutMs?: number
}

/** Why a command was not carried out. `refused`: the browser's own words. */
export class PipeError extends Error {
  override readonly name = 'PipeError'
  readonly kind: 'refused' | 'timeout' | 'closed' | 'crashed'

  constructor(kind: PipeError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

interface Waiting {
  readonly session: string | undefined
  readonly timer: NodeJS.Timeout
  resolve(result: unknown): void
  reject(error: PipeError): void
}

const TIMEOUT_MS = 15_000
/** What a page may make the browser say at once; the rest of such a message is thrown away as it comes. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * Commands and events over the two pipes of `--remote-debugging-pipe`: JSON, each message ended by a NUL. No port is
 * opened, so nobody else on the machine can take part.
 */
export class Pipe {
  readonly #to: Writable
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Set<(event: BrowserEvent) => void>()
  readonly #closed = Promise.withResolvers<void>()
  #pieces: Buffer[] = []
  #bytes = 0
  #last = 0
  #isClosed = false

  constructor(to: Writable, from: Readable) {
    this.#to = to
    from.on('data', (chunk: Buffer) => this.#take(chunk))
    for (const end of [from, to]) {
      end.on('error', () => this.close())
      end.on('close', () => this.close())
    }
  }

  get closed(): Promise<void> {
    return this.#closed.promise
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  listen(listener: (event: BrowserEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Throws {@link PipeError}. */
  send<R = Readonly<Record<string, unknown>>>(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    { session, timeoutMs = TIMEOUT_MS }: SendOptions = {},
  ): Promise<R> {
    if (this.#isClosed) return Promise.reject(new PipeError('closed', 'the browser has ended'))
    this.#last += 1
    const id = this.#last
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => {
      this.#waiting.delete(id)
      reject(new PipeError('timeout', `${method} was not answered within ${timeoutMs / 1000} seconds`))
    }, timeoutMs).unref()
    this.#waiting.set(id, { session, timer, resolve, reject })
    const of = session === undefined ? {} : { sessionId: session }
    this.#to.write(`${JSON.stringify({ id, method, params, ...of })}\0`)
    return promise as Promise<R>
  }

  /** Nobody will answer for it any more. */
  drop(session: string, kind: 'crashed' | 'closed'): void {
    for (const [id, waiting] of this.#waiting)
      if (waiting.session === session) {
        this.#settle(id)?.reject(
          new PipeError(kind, kind === 'crashed' ? 'the page crashed' : 'the page is gone'),
        )
      }
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const id of [...this.#waiting.keys()])
      this.#settle(id)?.reject(new PipeError('closed', 'the browser has ended'))
    this.#closed.resolve()
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    clearTimeout(waiting?.timer)
    return waiting
  }

  #take(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      this.#keep(chunk.subarray(from, end))
      from = end + 1
      const whole = this.#bytes > MOST_BYTES ? undefined : Buffer.concat(this.#pieces).toString('utf8')
      this.#pieces = []
      this.#bytes = 0
      if (whole !== undefined) this.#hear(whole)
    }
    this.#keep(chunk.subarray(from))
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#bytes > MOST_BYTES) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece)
  }

  #hear(text: string): void {
    const message: unknown = JSON.parse(text)
    if (!isObject(message)) return
    const { id, method, params, sessionId, result, error } = message as Readonly<Record<string, unknown>>
    if (typeof id === 'number') {
      const waiting = this.#settle(id)
      if (isObject(error)) waiting?.reject(new PipeError('refused', String(Reflect.get(error, 'message'))))
      else waiting?.resolve(result)
      return
    }
    if (typeof method !== 'string') return
    const event: BrowserEvent = {
      method,
      params: isObject(params) ? (params as BrowserEvent['params']) : {},
      ...(typeof sessionId === 'string' ? { session: sessionId } : {}),
    }
    for (const listener of this.#listeners) listener(event)
  }
}
