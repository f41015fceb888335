import type { Wire } from './otlp/messages.ts'
import { Rejected } from './transport/rejected.ts'

export interface PipelineOptions {
  readonly intervalMs: number
  /** Rejects when it could not be delivered. */
  deliver(records: readonly Wire[]): Promise<void>
  failed(error: unknown): void
}

const MAX_WAITING = 2_048
const MAX_BATCH = 512

/**
 * Records on their way out, a batch at a time. What does not fit is lost, the oldest first; what could not be delivered
 * waits for the next time. Nobody waits for it but who asks for {@link flush}.
 */
export class Pipeline {
  readonly #options: PipelineOptions
  #waiting: Wire[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<boolean> | undefined
  #lost = 0
  #ended = false

  constructor(options: PipelineOptions) {
    this.#options = options
  }

  /** How many records were given up. */
  get lost(): number {
    return this.#lost
  }

  add(record: Wire): void {
    this.#waiting.push(record)
    this.#trim()
    if (this.#waiting.length >= MAX_BATCH && this.#sending === undefined) void this.#send()
    else this.#schedule()
  }

  /** Delivers what waits, as long as that works. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#sending
    while (this.#waiting.length > 0) if (!(await this.#send())) return
  }

  /** From now on nothing happens by itself. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#ended || this.#timer !== undefined || this.#waiting.length === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#sending !== undefined) this.#schedule()
      else void this.#send()
    }, this.#options.intervalMs)
    this.#timer.unref()
  }

  #send(): Promise<boolean> {
    const batch = this.#waiting.splice(0, MAX_BATCH)
    this.#sending = this.#deliver(batch).finally(() => {
      this.#sending = undefined
      this.#schedule()
    })
    return this.#sending
  }

  async #deliver(batch: readonly Wire[]): Promise<boolean> {
    try {
      await this.#options.deliver(batch)
      return true
    } catch (error) {
      if (error instanceof Rejected) this.#lost += batch.length
      else {
        this.#waiting.unshift(...batch)
        this.#trim()
      }
      this.#options.failed(error)
      return false
    }
  }

  #trim(): void {
    const over = this.#waiting.length - MAX_WAITING
    if (over <= 0) return
    this.#waiting.splice(0, over)
    this.#lost += over
  }
}
