import type { FrameFromThere, NumberedFrame } from '../../protocol/remote/frames.ts'

type Unnumbered<F> = F extends { readonly n: number } ? Omit<F, 'n'> : never

/** What is said to the other end of a link that may be cut: numbered frames stay here until they were taken over. */
export class Outbox {
  readonly #waiting: NumberedFrame[] = []
  #last = 0
  #write: ((frame: FrameFromThere) => void) | undefined

  /** Says it now where there is a link, and again after every other one until it was taken over. */
  post(frame: Unnumbered<FrameFromThere>): void {
    this.#last += 1
    const numbered = { ...frame, n: this.#last } as NumberedFrame
    this.#waiting.push(numbered)
    this.#write?.(numbered)
  }

  /** Says it where there is a link; nobody misses it otherwise. */
  mention(frame: Exclude<FrameFromThere, NumberedFrame>): void {
    this.#write?.(frame)
  }

  taken(n: number): void {
    while ((this.#waiting[0]?.n ?? Number.POSITIVE_INFINITY) <= n) this.#waiting.shift()
  }

  /** A new link: the other end has all up to `n`. */
  attach(n: number, write: (frame: FrameFromThere) => void): void {
    this.taken(n)
    this.#write = write
  }

  /** What the other end has not got yet. */
  repeat(): void {
    for (const frame of this.#waiting) this.#write?.(frame)
  }

  detach(): void {
    this.#write = undefined
  }
}
