import type { InputEvent } from '../terminal/input-event.ts'

type Input = Extract<InputEvent, { readonly type: 'key' | 'paste' }>

interface KeyQueueParts {
  take(input: Input): void
  /** Whether only the prompt is there to take keys. */
  free(): boolean
  /** Calls back when the screen has followed. */
  drawn(call: () => void): void
}

/**
 * At the prompt these do nothing but edit: one that was held down over a slow line comes many times at once. What is
 * typed behind Esc is drawn together with the interrupt.
 */
const PLAIN: ReadonlySet<string> = new Set(['backspace', 'delete', 'left', 'right', 'home', 'end', 'escape'])

const opensNothing = (input: Input): boolean =>
  input.type === 'paste' || input.key.text !== '' || PLAIN.has(input.key.name)

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
      if (opensNothing(next) && this.#parts.free()) continue
      this.#paused = true
      this.#parts.drawn(() => this.#work())
      return
    }
  }
}
