import { JsonText, ListError, type ListJson } from './list-json.ts'

const HEADER = 8
const TRAILER = 32
/** Dates are seconds since then. */
const EPOCH = Date.UTC(2001, 0, 1)

interface Layout {
  /** Width of a place in the file, and of the number of an object. */
  readonly offsetBytes: number
  readonly refBytes: number
  readonly count: number
  readonly top: number
  /** Where the table of places begins. */
  readonly table: number
}

/** The one of bytes: objects one after the other, a table of where each begins, and a trailer. */
export const binaryList = (bytes: Buffer, limits: ListJson): string => {
  try {
    return new BinaryReader(bytes, new JsonText(limits)).object(layoutOf(bytes).top)
  } catch (error) {
    // Something leads out of the file.
    if (error instanceof RangeError) throw new ListError('it is cut off')
    throw error
  }
}

const layoutOf = (bytes: Buffer): Layout => {
  const at = bytes.length - TRAILER
  if (at < HEADER) throw new ListError('it is cut off')
  const long = (from: number): number => Number(bytes.readBigUInt64BE(at + from))
  return {
    offsetBytes: bytes.readUInt8(at + 6),
    refBytes: bytes.readUInt8(at + 7),
    count: long(8),
    top: long(16),
    table: long(24),
  }
}

class BinaryReader {
  readonly #bytes: Buffer
  readonly #json: JsonText
  readonly #layout: Layout

  constructor(bytes: Buffer, json: JsonText) {
    this.#bytes = bytes
    this.#json = json
    this.#layout = layoutOf(bytes)
  }

  object(index: number): string {
    const { count, table, offsetBytes } = this.#layout
    if (index >= count) throw new ListError('an object that is not there')
    const at = this.#number(table + index * offsetBytes, offsetBytes)
    const mark = this.#bytes.readUInt8(at)
    const low = mark & 0x0f
    switch (mark >> 4) {
      case 0x0:
        if (low !== 8 && low !== 9) throw new ListError('a value of no kind')
        return this.#json.value(low === 9)
      case 0x1:
        return this.#json.value(this.#integer(at + 1, 2 ** low))
      case 0x2:
        return this.#json.value(this.#real(at + 1, 2 ** low))
      case 0x3:
        return this.#json.value(dateText(this.#bytes.readDoubleBE(at + 1)))
      case 0x4:
        return this.#json.value(this.#slice(at, low, 1).toString('base64'))
      case 0x5:
        return this.#json.value(this.#slice(at, low, 1).toString('latin1'))
      case 0x6:
        return this.#json.value(
          Buffer.from(this.#slice(at, low, 2))
            .swap16()
            .toString('utf16le'),
        )
      case 0xa:
      case 0xc:
        return this.#json.around('[]', () => this.#refs(at, low, 1).map(ref => this.object(ref)))
      case 0xd:
        return this.#json.around('{}', () => this.#pairs(this.#refs(at, low, 2)))
      default:
        throw new ListError('a value of a kind that is not known')
    }
  }

  /** First all keys, then all values. */
  #pairs(refs: readonly number[]): readonly string[] {
    const half = refs.length / 2
    return refs.slice(0, half).map((ref, index) => {
      const key = this.object(ref)
      if (!key.startsWith('"')) throw new ListError('a key that is no text')
      return `${key}:${this.object(refs[index + half] ?? 0)}`
    })
  }

  #refs(at: number, low: number, perEntry: number): readonly number[] {
    const { refBytes } = this.#layout
    const slice = this.#slice(at, low, perEntry * refBytes)
    return Array.from({ length: slice.length / refBytes }, (_, index) =>
      slice.readUIntBE(index * refBytes, refBytes),
    )
  }

  /** What follows a mark: as many units as its low half says, or the number after it. */
  #slice(at: number, low: number, unit: number): Buffer {
    let from = at + 1
    let count = low
    if (low === 0x0f) {
      const width = 2 ** (this.#bytes.readUInt8(from) & 0x0f)
      count = this.#number(from + 1, width)
      from += 1 + width
    }
    const end = from + count * unit
    if (end > this.#bytes.length - TRAILER) throw new ListError('it is cut off')
    return this.#bytes.subarray(from, end)
  }

  #number(at: number, width: number): number {
    if (width === 8) return Number(this.#bytes.readBigUInt64BE(at))
    if (width < 1 || width > 6) throw new ListError('a number that is too long')
    return this.#bytes.readUIntBE(at, width)
  }

  /** Of eight bytes the first says the sign. */
  #integer(at: number, width: number): bigint {
    if (width === 8) return this.#bytes.readBigInt64BE(at)
    if (width === 16) return (this.#bytes.readBigInt64BE(at) << 64n) | this.#bytes.readBigUInt64BE(at + 8)
    return BigInt(this.#number(at, width))
  }

  #real(at: number, width: number): number {
    if (width === 4) return this.#bytes.readFloatBE(at)
    if (width === 8) return this.#bytes.readDoubleBE(at)
    throw new ListError('a number that is none')
  }
}

const dateText = (seconds: number): string => {
  const date = new Date(EPOCH + seconds * 1000)
  if (Number.isNaN(date.getTime())) throw new ListError('a date that is none')
  return date.toISOString().replace('.000Z', 'Z')
}
