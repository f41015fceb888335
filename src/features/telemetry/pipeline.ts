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
/** Of text, which may be three times as many bytes: collectors refuse more than 4 MB at once. */
const MAX_BATCH_CHARS = 1024 * 1024
const MAX_WAITING_CHARS = 32 * MAX_BATCH_CHARS

/**
 * Records on their way out, a batch at a time. What does not fit is lost, the oldest first; what could not be delivered
 * waits for the next time. Nobody waits for it but who asks for {@link flush}.
 */
export class Pipeline {
  readonly #options: PipelineOptions
  #waiting: Wire[] = []
  readonly #chars = new WeakMap<Wire, number>()
  #waitingChars = 0
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
    this.#chars.set(record, charsIn(record))
    this.#waiting.push(record)
    this.#waitingChars += this.#charsOf(record)
    this.#trim()
    if (this.#isBatchFull() && this.#sending === undefined) void this.#send()
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
    const batch = this.#take()
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
        for (const record of batch) this.#waitingChars += this.#charsOf(record)
        this.#trim()
      }
      this.#options.failed(error)
      return false
    }
  }

  #isBatchFull(): boolean {
    return this.#waiting.length >= MAX_BATCH || this.#waitingChars >= MAX_BATCH_CHARS
  }

  /** The oldest that fit into one delivery; one that fits into none goes alone. */
  #take(): readonly Wire[] {
    let chars = 0
    const end = this.#waiting.findIndex((record, at) => {
      chars += this.#charsOf(record)
      return at >= MAX_BATCH || (at > 0 && chars > MAX_BATCH_CHARS)
    })
    return this.#drop(end === -1 ? this.#waiting.length : end)
  }

  #drop(count: number): readonly Wire[] {
    const dropped = this.#waiting.splice(0, count)
    for (const record of dropped) this.#waitingChars -= this.#charsOf(record)
    return dropped
  }

  #charsOf(record: Wire): number {
    return this.#chars.get(record) ?? 0
  }

  #trim(): void {
    while (
      this.#waiting.length > MAX_WAITING ||
      (this.#waiting.length > 1 && this.#waitingChars > MAX_WAITING_CHARS)
    )
      this.#lost += this.#drop(1).length
  }
}

/** Roughly: the texts among its attributes and those of its events. */
const charsIn = (record: Wire): number =>
  [record, ...listOf(record['events'])].reduce(
    (sum, each) => listOf(each['attributes']).reduce((total, { value }) => total + textIn(value), sum),
    0,
  )

const listOf = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value : [])

const textIn = (value: unknown): number => {
  const text = (value as { readonly stringValue?: unknown } | undefined)?.stringValue
  return 50 + (typeof text === 'string' ? text.length : 0)
}
