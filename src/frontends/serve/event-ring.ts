/** The last events of a session under their numbers, as they are sent; older ones are forgotten. */
export class EventRing {
  readonly #frames: string[] = []
  readonly #limits: { readonly events: number; readonly characters: number }
  #from = 1
  #characters = 0

  constructor(limits = { events: 4_096, characters: 1_000_000 }) {
    this.#limits = limits
  }

  /** Number of the newest event; 0 before the first. */
  get seq(): number {
    return this.#from + this.#frames.length - 1
  }

  push(frame: string): void {
    this.#frames.push(frame)
    this.#characters += frame.length
    let forgotten = 0
    while (
      this.#frames.length - forgotten > this.#limits.events ||
      (this.#characters > this.#limits.characters && this.#frames.length - forgotten > 1)
    ) {
      this.#characters -= this.#frames[forgotten]?.length ?? 0
      forgotten += 1
    }
    if (forgotten === 0) return
    this.#frames.splice(0, forgotten)
    this.#from += forgotten
  }

  /** All frames after a number, or nothing when one of them is forgotten or the number is not ours. */
  after(seq: number): readonly string[] | undefined {
    if (seq < this.#from - 1 || seq > this.seq) return undefined
    return this.#frames.slice(seq - this.#from + 1)
  }
}
