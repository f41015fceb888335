import { errorText } from '../lib/error-text.ts'
import { isObject } from '../lib/is-object.ts'

type Fields = Readonly<Record<string, unknown>>
/** Answers a request of the program; what it throws is told to it. */
export type Answer = (request: Fields, signal: AbortSignal) => Promise<unknown>

/** A request that the program refused. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** The control messages of one run: what we ask the program, and what it asks us. */
export class ControlLine {
  readonly #write: (message: unknown) => void
  readonly #answer: Answer
  readonly #asked = new Map<string, PromiseWithResolvers<unknown>>()
  readonly #serving = new Map<string, AbortController>()
  #count = 0
  #over: Error | undefined

  constructor(write: (message: unknown) => void, answer: Answer) {
    this.#write = write
    this.#answer = answer
  }

  async ask(request: Fields): Promise<Fields> {
    if (this.#over) throw this.#over
    const id = `capstan-sdk-${++this.#count}`
    const reply = Promise.withResolvers<unknown>()
    this.#asked.set(id, reply)
    this.#write({ type: 'control_request', request_id: id, request })
    const response = await reply.promise
    return isObject(response) ? response : {}
  }

  /** False: the line is a message of the conversation. */
  take(line: Fields): boolean {
    switch (line['type']) {
      case 'control_response':
        this.#settle(line['response'])
        return true
      case 'control_request':
        void this.#serve(String(line['request_id']), isObject(line['request']) ? line['request'] : {})
        return true
      case 'control_cancel_request':
        this.#serving.get(String(line['request_id']))?.abort()
        return true
      case 'keep_alive':
        return true
      default:
        return false
    }
  }

  /** Nothing will be answered any more, and nobody waits for our answers. */
  close(error: Error): void {
    this.#over ??= error
    for (const reply of this.#asked.values()) {
      // Whoever asked hears of it; where nobody listens it is no failure of its own.
      reply.promise.catch(() => undefined)
      reply.reject(this.#over)
    }
    this.#asked.clear()
    for (const controller of this.#serving.values()) controller.abort()
  }

  #settle(response: unknown): void {
    if (!isObject(response)) return
    const reply = this.#asked.get(String(response['request_id']))
    this.#asked.delete(String(response['request_id']))
    const code = response['error_code']
    if (response['subtype'] !== 'error') reply?.resolve(response['response'])
    else
      reply?.reject(new ControlError(String(response['error']), typeof code === 'string' ? code : undefined))
  }

  async #serve(id: string, request: Fields): Promise<void> {
    const controller = new AbortController()
    this.#serving.set(id, controller)
    const reply = await this.#answer(request, controller.signal).then(
      response => ({ subtype: 'success', request_id: id, response }),
      error => ({
        subtype: 'error',
        request_id: id,
        error: errorText(error),
        ...(error instanceof ControlError && error.code ? { error_code: error.code } : {}),
      }),
    )
    this.#serving.delete(id)
    // Withdrawn meanwhile: nobody waits for it.
    if (!controller.signal.aborted) this.#write({ type: 'control_response', response: reply })
  }
}
