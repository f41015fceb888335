import { doubleByte, type Encoding } from './encodings.ts'

/** The bytes of one character, or of two that are written as one; `undefined` when the encoding has none. */
export type Encode = (character: string) => Buffer | undefined

/** Who writes one file in an encoding writes more: the table of the last one is kept, a few megabytes. */
const kept = new Map<Encoding, Encode>()

/** For encodings of which no arithmetic tells; the table is made here, in some ten milliseconds. */
export const encoderFor = (encoding: Encoding): Encode => {
  const known = kept.get(encoding)
  if (known) return known
  const encode = newEncoder(encoding)
  kept.clear()
  kept.set(encoding, encode)
  return encode
}

const newEncoder = (encoding: Encoding): Encode => {
  if (encoding === 'utf-8')
    return character => (character.isWellFormed() ? Buffer.from(character) : undefined)
  const table = reverseTable(encoding)
  const rest = encoding === 'gb18030' ? gb18030Rest() : undefined
  return character => {
    const packed = table.get(character) ?? rest?.(character.codePointAt(0) ?? 0)
    if (packed === undefined) return undefined
    const bytes = Buffer.alloc(packed > 0xffffff ? 4 : packed > 0xffff ? 3 : packed > 0xff ? 2 : 1)
    bytes.writeUIntBE(packed, 0, bytes.length)
    return bytes
  }
}

/** The bytes of each character as one number. Made of the decoder, so that what it reads is what is written. */
const reverseTable = (encoding: Encoding): ReadonlyMap<string, number> => {
  const table = new Map<string, number>()
  for (const sequences of sequencesOf(encoding))
    decodeEach(encoding, sequences).forEach((text, index) => {
      if (text.length <= 4 && !text.includes('\ufffd') && !table.has(text))
        table.set(text, packedOf(sequences, index))
    })
  return table
}

/** Byte sequences of one length, one behind the other. */
interface Sequences {
  readonly size: number
  readonly bytes: Uint8Array
}

/** Every character that may exist, in the order of preference. */
const sequencesOf = (encoding: Encoding): readonly Sequences[] => {
  const kind = doubleByte(encoding)
  if (!kind) return [product([[[0x80, 0xff]]])]
  const doubles = product([kind.lead, kind.trail])
  const singles = kind.singles ? [product([[kind.singles]])] : []
  if (encoding !== 'euc-jp') return [doubles, ...singles]
  const half = product([[[0x8e, 0x8e]], [[0xa1, 0xdf]]])
  return [doubles, half, product([[[0x8f, 0x8f]], kind.lead, kind.trail])]
}

type Ranges = readonly (readonly [from: number, to: number])[]

/** One byte of each place, the last place changing first. */
const product = (places: readonly Ranges[]): Sequences => {
  const lists = places.map(ranges => ranges.flatMap(([from, to]) => countUp(from, to)))
  const size = lists.length
  const count = lists.reduce((all, list) => all * list.length, 1)
  const bytes = new Uint8Array(count * size)
  let same = count
  for (const [place, list] of lists.entries()) {
    same /= list.length
    for (let index = 0; index < count; index++)
      bytes[index * size + place] = list[Math.floor(index / same) % list.length] ?? 0
  }
  return { size, bytes }
}

const countUp = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

const packedOf = ({ size, bytes }: Sequences, index: number): number => {
  let packed = 0
  for (let at = index * size; at < (index + 1) * size; at++) packed = packed * 256 + (bytes[at] ?? 0)
  return packed
}

/** One decoder run for all: a line end, which no character swallows, stands between them. */
const decodeEach = (encoding: Encoding, { size, bytes }: Sequences): readonly string[] => {
  const count = bytes.length / size
  const apart = new Uint8Array(count * (size + 1)).fill(10)
  for (let index = 0; index < count; index++)
    for (let place = 0; place < size; place++)
      apart[index * (size + 1) + place] = bytes[index * size + place] ?? 0
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(apart).split('\n')
}

/** What GB18030 writes with four bytes: the rest of the first plane, and by number all planes above. */
const gb18030Rest = (): ((point: number) => number | undefined) => {
  let plane: ReadonlyMap<number, number> | undefined
  const make = (): ReadonlyMap<number, number> => {
    const sequences = { size: 4, bytes: Uint8Array.from(countUp(0, 39_419).flatMap(fourOf)) }
    const texts = decodeEach('gb18030', sequences)
    return new Map(texts.map((text, index) => [text.codePointAt(0) ?? 0, packedOf(sequences, index)]))
  }
  return point => {
    if (point > 0xffff)
      return packedOf({ size: 4, bytes: Uint8Array.from(fourOf(point - 0x10000 + 189_000)) }, 0)
    if (point === 0xfffd || (point >= 0xd800 && point <= 0xdfff))
      return point === 0xfffd ? 0x8431a437 : undefined
    plane ??= make()
    return plane.get(point)
  }
}

const fourOf = (linear: number): readonly number[] => [
  0x81 + Math.floor(linear / 12_600),
  0x30 + (Math.floor(linear / 1260) % 10),
  0x81 + (Math.floor(linear / 10) % 126),
  0x30 + (linear % 10),
]
