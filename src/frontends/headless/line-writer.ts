/** Writes lines one after another, in the order they were given, each when the reader has room for it. */
export class LineWriter {
  readonly #write: (text: string) => Promise<void> | void
  #tail: Promise<unknown> = Promise.resolve()

  constructor(write: (text: string) => Promise<void> | void) {
    this.#write = write
  }

  line(value: unknown): Promise<void> {
    return this.text(`${JSON.stringify(value)}\n`)
  }

  text(text: string): Promise<void> {
    return this.#next(() => this.#write(text))
  }

  /**
   * Holds back every other line until the work is done and the line it returns is written. For answers that must
   * stand before what their own effect brings about. `released`: the work needs other lines to be written first.
   */
  async lineAfter(work: () => Promise<unknown>, released: Promise<void>): Promise<void> {
    const rest = await this.#next(async () => {
      const line = work()
      // Whoever waits for the rest hears of a failure.
      line.catch(() => undefined)
      const first = await Promise.race([line.then(value => ({ value })), released])
      if (first) await this.#write(`${JSON.stringify(first.value)}\n`)
      return first ? undefined : { line }
    })
    if (rest) await this.line(await rest.line)
  }

  #next<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#tail.then(work)
    // The failure is the caller's to hear; those behind it fail, or not, by themselves.
    this.#tail = result.catch(() => undefined)
    return result
  }
}
