import { isObject } from '../lib/is-object.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Knows when nothing that was said is left to be answered. Until then the program's input stays open, so that it can be
 * answered when it asks something.
 */
export class InputWatch {
  readonly #finished: () => void
  /** Said and not taken up yet. */
  readonly #waiting = new Set<string>()
  #sources = 0
  #sent = 0
  #results = 0
  /** Something was taken up after the last result. */
  #working = false

  constructor(finished: () => void) {
    this.#finished = finished
  }

  opened(): void {
    this.#sources++
  }

  closed(): void {
    this.#sources--
    this.#look()
  }

  said(uuid: string): void {
    this.#sent++
    this.#waiting.add(uuid)
  }

  /** What the program will never take up. */
  dropped(uuid: string): void {
    if (this.#waiting.delete(uuid)) this.#sent--
    this.#look()
  }

  /** False: the line only says that a message was taken up. */
  take(line: Fields): boolean {
    const { type, uuid, isReplay } = line
    if (type === 'user' && isReplay === true) {
      if (typeof uuid === 'string' && this.#waiting.delete(uuid)) this.#working = true
      return false
    }
    if (type === 'result') {
      this.#results++
      this.#working = false
      this.#look()
    }
    return true
  }

  /** From the answer to an interrupt. */
  interrupted(receipt: unknown): void {
    const cancelled = isObject(receipt) ? receipt['cancelled'] : undefined
    if (Array.isArray(cancelled)) for (const uuid of cancelled) this.dropped(String(uuid))
  }

  #look(): void {
    if (this.#sources > 0 || this.#working) return
    // A command that never becomes part of the conversation is not taken up, but it has a result.
    if (this.#waiting.size === 0 || this.#results >= this.#sent) this.#finished()
  }
}
