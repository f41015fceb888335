import { readSync } from 'node:fs'

const WINDOW_BYTES = 1024 * 1024

/** Lines of an open file by their place. Those wanted next usually stand next: they are read together. */
export class LineWindow {
  readonly #fd: number
  readonly #window = Buffer.allocUnsafeSlow(WINDOW_BYTES)
  #bytes: Buffer = this.#window.subarray(0, 0)
  #from = 0

  constructor(fd: number) {
    this.#fd = fd
  }

  /** Valid until the next call, because the memory is used again; shorter when the file ends before. */
  read(offset: number, length: number): Uint8Array {
    const at = offset - this.#from
    if (at >= 0 && at + length <= this.#bytes.length) return this.#bytes.subarray(at, at + length)
    const window = length <= WINDOW_BYTES ? this.#window : Buffer.allocUnsafeSlow(length)
    let got = 0
    while (got < length) {
      const count = readSync(this.#fd, window, got, window.length - got, offset + got)
      if (count === 0) break
      got += count
    }
    this.#bytes = window.subarray(0, got)
    this.#from = offset
    return this.#bytes.subarray(0, Math.min(length, got))
  }
}
