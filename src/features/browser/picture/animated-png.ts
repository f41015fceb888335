import { crc32 } from 'node:zlib'

/** A picture and how long it is seen. */
export interface AnimationFrame {
  /** PNG. */
  readonly data: Uint8Array
  readonly ms: number
}

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What every frame has in common, and no frame of its own. */
const HEAD = 'IHDR'
const IMAGE = 'IDAT'

/**
 * One animation of many pictures, without anything being drawn again: the data of each is taken over as it is. Pictures
 * of another size or kind than the first are left out. Undefined: there is none.
 */
export const animatedPng = (frames: readonly AnimationFrame[]): Uint8Array | undefined => {
  const read = frames.flatMap(({ data, ms }) => {
    const chunks = chunksOf(data)
    const head = chunks.find(({ type }) => type === HEAD)
    return head ? [{ chunks, head: Buffer.from(head.data), ms }] : []
  })
  const [first] = read
  if (!first) return undefined
  const alike = read.filter(({ head }) => head.equals(first.head))
  const out: Buffer[] = [SIGNATURE, chunk(HEAD, first.head), chunk('acTL', numbers([alike.length, 0]))]
  let sequence = 0
  for (const [at, { chunks, ms }] of alike.entries()) {
    out.push(chunk('fcTL', control(sequence, first.head, ms)))
    sequence += 1
    for (const { type, data } of chunks) {
      if (type !== IMAGE) continue
      if (at === 0) out.push(chunk(IMAGE, data))
      else {
        out.push(chunk('fdAT', Buffer.concat([numbers([sequence]), data])))
        sequence += 1
      }
    }
  }
  out.push(chunk('IEND', Buffer.alloc(0)))
  return Buffer.concat(out)
}

const chunksOf = (png: Uint8Array): readonly Chunk[] => {
  const data = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  if (!data.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return []
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + 12 <= data.length; ) {
    const length = data.readUInt32BE(at)
    if (at + 12 + length > data.length) break
    chunks.push({
      type: data.toString('latin1', at + 4, at + 8),
      data: data.subarray(at + 8, at + 8 + length),
    })
    at += 12 + length
  }
  return chunks
}

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([numbers([data.length]), body, numbers([crc32(body)])])
}

const numbers = (values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value >>> 0, at * 4)
  return buffer
}

/** Size as in the head, no offset, shown so many milliseconds, over what was there before. */
const control = (sequence: number, head: Buffer, ms: number): Buffer => {
  const delay = Buffer.alloc(6)
  delay.writeUInt16BE(Math.min(65_535, Math.max(1, Math.round(ms))), 0)
  delay.writeUInt16BE(1_000, 2)
  return Buffer.concat([numbers([sequence]), head.subarray(0, 8), numbers([0, 0]), delay])
}
