import { readSync } from 'node:fs'

/** One line of a file, without its newline. */
export interface ByteLine {
  /** Empty when `tooLong`. Valid until the next line is asked for: the memory is used again. */
  readonly bytes: Uint8Array
  /** Where the line begins in the file. */
  readonly offset: number
  readonly length: number
  /** False for a last line without newline. */
  readonly ended: boolean
  readonly tooLong: boolean
}

export interface LineLimits {
  /** A longer line is reported with `tooLong` and never held in memory. */
  readonly maxLineBytes: number
  readonly chunkBytes?: number
}

const NEWLINE = 10
const NO_BYTES = new Uint8Array(0)

/** The beginning of a line that went on beyond its chunk. */
class Carry {
  #parts: Buffer[] = []
  length = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Copies, because the chunk's memory is used again. */
  add(part: Buffer): void {
    this.length += part.length
    if (this.length > this.#limit) this.#parts = []
    else this.#parts.push(Buffer.from(part))
  }

  take(last: Buffer): { bytes: Uint8Array; length: number; tooLong: boolean } {
    const length = this.length + last.length
    const tooLong = length > this.#limit
    const bytes = tooLong ? NO_BYTES : this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last])
    this.#parts = []
    this.length = 0
    return { bytes, length, tooLong }
  }
}

/** Lines of an open file from its beginning, in memory of one chunk plus the longest line. */
export function* readLines(fd: number, limits: LineLimits): Generator<ByteLine, void, void> {
  const chunk = Buffer.allocUnsafe(limits.chunkBytes ?? 256 * 1024)
  const carry = new Carry(limits.maxLineBytes)
  let position = 0
  let offset = 0
  for (;;) {
    const got = readSync(fd, chunk, 0, chunk.length, position)
    if (got === 0) break
    position += got
    let from = 0
    for (;;) {
      const at = chunk.indexOf(NEWLINE, from)
      if (at === -1 || at >= got) break
      const line = carry.take(chunk.subarray(from, at))
      yield { ...line, offset, ended: true }
      offset += line.length + 1
      from = at + 1
    }
    if (from < got) carry.add(chunk.subarray(from, got))
  }
  if (carry.length > 0) yield { ...carry.take(Buffer.alloc(0)), offset, ended: false }
}

/** The value of one line; `undefined` when it is not JSON. Zero bytes that a power cut left in front are passed over. */
export const parseJsonLine = (line: Uint8Array): unknown => {
  let start = 0
  while (start < line.length && line[start] === 0) start++
  try {
    return JSON.parse(Buffer.from(line.buffer, line.byteOffset + start, line.length - start).toString('utf8'))
  } catch {
    // Not JSON is an answer here, not a failure: the caller counts such lines.
    return undefined
  }
}

/** Nothing but blanks: neither a value nor damage. */
export const isBlankLine = (line: Uint8Array): boolean =>
  line.every(byte => byte === 32 || byte === 13 || byte === 9)
