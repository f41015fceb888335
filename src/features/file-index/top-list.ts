/** The best few of many, without sorting all: of equals the one that came first. */
export class TopList {
  readonly #limit: number
  readonly #scores: number[] = []
  readonly #items: number[] = []
  #threshold = Number.NEGATIVE_INFINITY

  constructor(limit: number) {
    this.#limit = Math.max(1, limit)
  }

  /** What a newcomer must exceed. */
  get threshold(): number {
    return this.#threshold
  }

  /** Best first. */
  get items(): readonly number[] {
    return this.#items
  }

  offer(item: number, score: number): void {
    if (score <= this.#threshold) return
    let at = this.#scores.length
    while (at > 0 && (this.#scores[at - 1] ?? 0) < score) at -= 1
    this.#scores.splice(at, 0, score)
    this.#items.splice(at, 0, item)
    if (this.#items.length > this.#limit) {
      this.#scores.pop()
      this.#items.pop()
    }
    if (this.#items.length === this.#limit) this.#threshold = this.#scores.at(-1) ?? 0
  }
}
