import { createInterface, type Interface } from 'node:readline'

/** How a yes-or-no question ended; `gone` when the input ended or the signal fired. */
export type YesNo = 'yes' | 'no' | 'gone'

/**
 * Answers from a terminal that stays in its normal mode, so that there is nothing to restore. What is typed while no
 * question is open does not count: a yes is only ever given to a question that was on the screen.
 */
export class LineReader implements Disposable {
  readonly #lines: Interface
  #take: ((line: string | undefined) => void) | undefined
  #ended = false

  constructor(input: NodeJS.ReadableStream) {
    this.#lines = createInterface({ input, terminal: false })
    this.#lines.on('line', line => this.#take?.(line))
    this.#lines.on('close', () => {
      this.#ended = true
      this.#take?.(undefined)
    })
  }

  /** The question is on the screen already; `again` says it anew when the answer is neither. */
  async askYesNo(
    again: () => Promise<void> | void,
    signal?: AbortSignal,
    enter: 'yes' | 'no' = 'yes',
  ): Promise<YesNo> {
    let next = this.#next(signal)
    for (;;) {
      const line = await next
      if (line === undefined) return 'gone'
      const word = line.trim().toLowerCase()
      if (word === '') return enter
      if (word === '1' || word === 'yes') return 'yes'
      if (word === '2' || word === 'no') return 'no'
      next = this.#next(signal)
      await again()
    }
  }

  /** The next line; undefined when the input ended or the signal fired. */
  readLine(signal?: AbortSignal): Promise<string | undefined> {
    return this.#next(signal)
  }

  #next(signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.#ended || signal?.aborted) return Promise.resolve(undefined)
    return new Promise(resolve => {
      const onAbort = (): void => done(undefined)
      const done = (line: string | undefined): void => {
        this.#take = undefined
        signal?.removeEventListener('abort', onAbort)
        resolve(line)
      }
      this.#take = done
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  [Symbol.dispose](): void {
    this.#lines.close()
  }
}
