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
   * stand before what their own effect brings about.
   */
  lineAfter(work: () => Promise<unknown>): Promise<void> {
    return this.#next(async () => this.#write(`${JSON.stringify(await work())}\n`))
  }

  #next<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#tail.then(work)
    // The failure is the caller's to hear; those behind it fail, or not, by themselves.
    this.#tail = result.catch(() => undefined)
    return result
  }
}
