const LINE_FEED = 10

/**
 * Cuts bytes into lines as they come. Each byte is looked at and copied once, however small the pieces of a long line are:
 * a server chooses both.
 */
export class LinePieces {
  readonly #most: number
  #pieces: Buffer[] = []
  #size = 0

  /** @param most bytes of one line */
  constructor(most: number) {
    this.#most = most
  }

  /** The lines these bytes complete, each with its end. Throws for a line that is too long. */
  *take(chunk: Buffer): Generator<Buffer> {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.#keep(chunk.subarray(from, end + 1))
      from = end + 1
      const line = Buffer.concat(this.#pieces, this.#size)
      this.#pieces = []
      this.#size = 0
      yield line
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from))
  }

  #keep(piece: Buffer): void {
    this.#size += piece.length
    if (this.#size > this.#most) {
      this.#pieces = []
      throw new Error('a message of it is too long')
    }
    this.#pieces.push(piece)
  }
}
