interface Waiting {
  readonly isSafe: boolean
  start(): void
}

/** Calls of a script in the order they were made: safe ones beside each other, any other one alone. */
export class SideBySide {
  readonly #most: number
  readonly #queue: Waiting[] = []
  #running = 0
  #isAlone = false

  constructor(most: number) {
    this.#most = most
  }

  async run<T>(isSafe: boolean, work: () => Promise<T>): Promise<T> {
    const { promise, resolve: start } = Promise.withResolvers<void>()
    this.#queue.push({ isSafe, start })
    this.#next()
    await promise
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#isAlone = false
      this.#next()
    }
  }

  #next(): void {
    for (;;) {
      const [first] = this.#queue
      if (!first || this.#isAlone) return
      if (first.isSafe ? this.#running >= this.#most : this.#running > 0) return
      this.#queue.shift()
      this.#running += 1
      this.#isAlone = !first.isSafe
      first.start()
    }
  }
}
