/**
 * A queue between one producer and one reader. `push` returns a promise only while the reader is far behind: a
 * producer that awaits it is slowed to the reader's pace.
 */
export class AsyncQueue<T> implements AsyncIterable<T>, AsyncDisposable {
  readonly #items: T[] = []
  readonly #highWater: number
  #closed = false
  #wakeReader: (() => void) | undefined
  #wakeProducers: (() => void)[] = []

  constructor(highWater = 256) {
    this.#highWater = highWater
  }

  get closed(): boolean {
    return this.#closed
  }

  push(item: T): Promise<void> | undefined {
    if (this.#closed) return undefined
    this.#items.push(item)
    this.#wakeReader?.()
    if (this.#items.length <= this.#highWater) return undefined
    return new Promise(resolve => this.#wakeProducers.push(resolve))
  }

  /** What was pushed before is still read; later pushes are dropped. */
  close(): void {
    this.#closed = true
    this.#wakeReader?.()
    this.#release()
  }

  #release(): void {
    const waiting = this.#wakeProducers
    this.#wakeProducers = []
    for (const wake of waiting) wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        // Taking the whole batch keeps a long queue from costing a shift per item.
        const batch = this.#items.splice(0)
        if (batch.length > 0) {
          this.#release()
          yield* batch
          continue
        }
        if (this.#closed) return
        await new Promise<void>(resolve => {
          this.#wakeReader = resolve
        })
        this.#wakeReader = undefined
      }
    } finally {
      this.close()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#items.length = 0
    this.close()
  }
}

/** Does it with the first call; every call resolves when that is done. */
export const onlyOnce = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
