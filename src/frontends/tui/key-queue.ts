import type { InputEvent } from './terminal/input-event.ts'

type Input = Extract<InputEvent, { readonly type: 'key' | 'paste' }>

interface KeyQueueParts {
  take(input: Input): void
  /** It was taken: whether the next one may be before the screen has followed. */
  atOnce(input: Input): boolean
  /** Calls back when the screen has followed. */
  drawn(call: () => void): void
}

/**
 * Keys that arrive in one read. Text goes on into the prompt at once; a key that may open, change or close a dialog is
 * let have its effect first, so that the next one finds what the person saw in their mind.
 */
export class KeyQueue {
  readonly #parts: KeyQueueParts
  readonly #waiting: Input[] = []
  #paused = false

  constructor(parts: KeyQueueParts) {
    this.#parts = parts
  }

  push(input: Input): void {
    this.#waiting.push(input)
    if (!this.#paused) this.#work()
  }

  #work(): void {
    this.#paused = false
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.#parts.take(next)
      if (this.#parts.atOnce(next)) continue
      this.#paused = true
      this.#parts.drawn(() => this.#work())
      return
    }
  }
}
