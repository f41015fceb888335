/** A question that appears is not answered by what was on its way. */
const APPEAR_MS = 500
/** Somebody who types goes on typing: only after a pause like this keys belong to the question. */
const PAUSE_MS = 600

/** Says from when on a question may be answered: what people type never answers it by accident. */
export class QuestionGuard {
  readonly #now: () => number
  #typedAt = Number.NEGATIVE_INFINITY
  #until = Number.NEGATIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** A question is on the page that was not there before. */
  appeared(): void {
    this.#until = Math.max(this.#now() + APPEAR_MS, this.#typedAt + PAUSE_MS)
  }

  /** A key was pressed, wherever it went. */
  typed(): void {
    this.#typedAt = this.#now()
    if (this.left > 0) this.#until = Math.max(this.#until, this.#typedAt + PAUSE_MS)
  }

  /** Milliseconds until the question takes an answer. */
  get left(): number {
    return Math.max(0, this.#until - this.#now())
  }
}

/** What a key means while a question has the focus: text for the prompt, or an answer. */
export const isForPrompt = (
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  isGuarded: boolean,
): boolean => {
  if (ctrlKey || metaKey || altKey || key === ' ' || [...key].length !== 1) return false
  return isGuarded || !/^[0-9]$/.test(key)
}
