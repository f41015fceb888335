import { QrGrid } from './qr-grid.ts'
import { correctionOf } from './reed-solomon.ts'

/** By version, from 1 on, of the lowest level of correction: bytes in all, bytes of correction in each block, blocks. */
const SIZES = [
  [26, 7, 1],
  [44, 10, 1],
  [70, 15, 1],
  [100, 20, 1],
  [134, 26, 1],
  [172, 18, 2],
  [196, 20, 2],
  [242, 24, 2],
  [292, 30, 2],
  [346, 18, 4],
] as const

const BYTE_MODE = 0b0100
/** From this version on the length takes two bytes. */
const LONG_FROM = 10
const FILLERS = [0xec, 0x11]

/** The rows of a QR code, dark is true; undefined for a text that is too long for one that a screen can show. */
export const qrCode = (text: string): readonly (readonly boolean[])[] | undefined => {
  const bytes = new TextEncoder().encode(text)
  for (const [index, [total, correction, blocks]] of SIZES.entries()) {
    const version = index + 1
    const room = total - correction * blocks
    const head = version < LONG_FROM ? 2 : 3
    // Four bits of mode and four of the end make a byte together.
    if (bytes.length + head > room) continue
    const data = dataBytes(bytes, { room, version })
    return new QrGrid(version).filled(interleaved(data, blocks, correction))
  }
  return undefined
}

const dataBytes = (
  bytes: Uint8Array,
  { room, version }: { readonly room: number; readonly version: number },
): readonly number[] => {
  const bits: number[] = []
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1)
  }
  put(BYTE_MODE, 4)
  put(bytes.length, version < LONG_FROM ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, 4)
  const data: number[] = []
  for (let at = 0; at < bits.length; at += 8)
    data.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + bit, 0))
  for (let filler = 0; data.length < room; filler++) data.push(FILLERS[filler % 2] ?? 0)
  return data
}

/** The first byte of each block, the second of each …; then the same with what corrects them. Later blocks may be longer by one. */
const interleaved = (data: readonly number[], count: number, correction: number): readonly number[] => {
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  const blocks: (readonly number[])[] = []
  for (let at = 0, block = 0; block < count; block++) {
    const size = short + (block < count - longer ? 0 : 1)
    blocks.push(data.slice(at, at + size))
    at += size
  }
  const across = (rows: readonly (readonly number[])[], length: number): readonly number[] =>
    Array.from({ length }, (_, at) => rows.flatMap(row => (at < row.length ? [row[at] ?? 0] : []))).flat()
  return [
    ...across(blocks, short + 1),
    ...across(
      blocks.map(block => correctionOf(block, correction)),
      correction,
    ),
  ]
}
