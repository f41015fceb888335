import type { BrowserEvent } from './pipe.ts'

/** Whether a page is on its way somewhere, and who waits for it to arrive. */
export class Loading {
  readonly #main: string
  readonly #waiting = new Set<() => void>()
  #underway = false
  #ready = true
  /** Questions to the person about where it wants to go; while there are any, no time passes. */
  asking = 0
  /** How often it set out since an action began. */
  departures = 0

  constructor(main: string) {
    this.#main = main
  }

  begin(): void {
    this.departures = 0
  }

  /** It is on its way and has not arrived. */
  get underway(): boolean {
    return this.#underway || this.asking > 0
  }

  /** Its document is whole, if not all that belongs to it. */
  get ready(): boolean {
    return this.#ready && !this.underway
  }

  depart(): void {
    this.#underway = true
    this.#ready = false
  }

  stop(): void {
    this.#underway = false
    this.#ready = true
    this.#wake()
  }

  ask(by: 1 | -1): void {
    this.asking += by
    this.#wake()
  }

  hear({ method, params }: BrowserEvent): void {
    const isMain = params['frameId'] === this.#main
    switch (method) {
      case 'Page.frameStartedNavigating':
        if (isMain && params['navigationType'] !== 'sameDocument') this.depart()
        break
      case 'Page.frameNavigated':
        if (frameIdOf(params['frame']) === this.#main) this.#underway = false
        break
      case 'Page.domContentEventFired':
        this.#ready = true
        this.#wake()
        break
      case 'Page.frameStoppedLoading':
        if (isMain) this.stop()
        break
      case 'Page.navigatedWithinDocument':
        this.#wake()
        break
    }
  }

  /** The next change; at most so long. */
  async changed(timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    this.#waiting.add(resolve)
    await promise
    clearTimeout(timer)
    this.#waiting.delete(resolve)
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }
}

const frameIdOf = (frame: unknown): unknown => (frame as { readonly id?: unknown } | undefined)?.id
