import { createInterface, type Interface } from 'node:readline'

/** How a yes-or-no question ended; `gone` when the input ended or the signal fired. */
export type YesNo = 'yes' | 'no' | 'gone'

/** So long what was typed before a question is waited for, to be dropped. */
const TYPE_AHEAD_MS = 150
/** Lines that follow each other faster were pasted. */
const PASTE_MS = 40

/**
 * Answers from a terminal that stays in its normal mode, so that there is nothing to restore. What is typed while no
 * question is open does not count: a yes is only ever given to a question that was on the screen.
 */
export class LineReader implements Disposable {
  readonly #lines: Interface
  #take: ((line: string | undefined) => void) | undefined
  #ended = false
  /** Lines since the one that was taken last. */
  #after = 0

  constructor(input: NodeJS.ReadableStream) {
    this.#lines = createInterface({ input, terminal: false })
    this.#lines.on('line', line => {
      this.#after++
      if (this.#take) this.#after = 0
      this.#take?.(line)
    })
    this.#lines.on('close', () => {
      this.#ended = true
      this.#take?.(undefined)
    })
  }

  /** Drops what was typed so far. To be waited for before a question is shown: only what follows answers it. */
  async dropTyped(): Promise<void> {
    await passTime(TYPE_AHEAD_MS)
  }

  /**
   * The question is on the screen already; `again` says it anew when the answer is neither. Of several lines at once
   * none is an answer: that is a paste.
   */
  async askYesNo(
    again: () => Promise<void> | void,
    signal?: AbortSignal,
    enter: 'yes' | 'no' = 'yes',
  ): Promise<YesNo> {
    let next = this.#next(signal)
    for (;;) {
      const line = await next
      if (line === undefined) return 'gone'
      await passTime(PASTE_MS)
      const word = this.#after === 0 ? line.trim().toLowerCase() : undefined
      if (word === '') return enter
      if (word === '1' || word === 'yes' || word === '是') return 'yes'
      if (word === '2' || word === 'no' || word === '否') return 'no'
      await this.dropTyped()
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

/** After the timer the event loop looks for input once more, however late it is. */
const passTime = (ms: number): Promise<void> =>
  new Promise(done => {
    setTimeout(() => setImmediate(done), ms)
  })
