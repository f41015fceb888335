import type { ZodType } from 'zod'
import { MOST_FRAME_BYTES } from '../../protocol/remote/frames.ts'

/** What comes before this line is not for us. */
interface Begins {
  readonly line: string
  met(): void
}

/** Lines of JSON out of pieces of any size, each of a form that was agreed on. */
export class FrameReader<F> {
  readonly #schema: ZodType<F>
  readonly #take: (frame: F) => void
  readonly #begins: Begins | undefined
  #pieces: Buffer[] = []
  #bytes = 0
  #begun: boolean

  constructor(schema: ZodType<F>, take: (frame: F) => void, begins?: Begins) {
    this.#schema = schema
    this.#take = take
    this.#begins = begins
    this.#begun = begins === undefined
  }

  /** False: what came is none of ours, and nothing after it can be. */
  add(piece: Buffer): boolean {
    let from = 0
    for (;;) {
      const at = piece.indexOf(10, from)
      const part = piece.subarray(from, at < 0 ? undefined : at)
      this.#bytes += part.length
      if (this.#bytes > (this.#begun ? MOST_FRAME_BYTES : MOST_GREETING_BYTES)) return false
      this.#pieces.push(part)
      if (at < 0) return true
      const line = Buffer.concat(this.#pieces).toString('utf8')
      this.#pieces = []
      if (this.#begun) this.#bytes = 0
      if (!this.#line(line)) return false
      from = at + 1
    }
  }

  #line(line: string): boolean {
    if (!this.#begun) {
      if (line.trimEnd() !== this.#begins?.line) return true
      this.#begun = true
      this.#bytes = 0
      this.#begins.met()
      return true
    }
    const read = this.#schema.safeParse(parse(line))
    if (read.success) this.#take(read.data)
    return read.success
  }
}

const MOST_GREETING_BYTES = 64 * 1024

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    // Fits nothing.
    return undefined
  }
}
