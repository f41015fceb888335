import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const pack = promisify(deflate)

/** Three bytes a pixel, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/** So many pixels on the longer side at most; each is the mean of those it stands for. */
export const shrink = (pixels: Pixels, longest: number): Pixels => {
  const { width, height, rgb } = pixels
  const scale = Math.min(1, longest / Math.max(width, height))
  if (scale === 1) return pixels
  const to = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const out = new Uint8Array(3 * to.width * to.height)
  const columns = Array.from({ length: to.width + 1 }, (_, x) => Math.floor((x * width) / to.width))
  for (let y = 0, at = 0; y < to.height; y++) {
    const top = Math.floor((y * height) / to.height)
    const bottom = Math.floor(((y + 1) * height) / to.height)
    for (let x = 0; x < to.width; x++) {
      const left = columns[x] ?? 0
      const right = columns[x + 1] ?? width
      let red = 0
      let green = 0
      let blue = 0
      for (let row = top; row < bottom; row++)
        for (let from = 3 * (row * width + left), end = 3 * (row * width + right); from < end; from += 3) {
          red += rgb[from] ?? 0
          green += rgb[from + 1] ?? 0
          blue += rgb[from + 2] ?? 0
        }
      const count = (bottom - top) * (right - left)
      out[at++] = red / count
      out[at++] = green / count
      out[at++] = blue / count
    }
  }
  return { ...to, rgb: out }
}

export const toPng = async ({ width, height, rgb }: Pixels): Promise<Buffer> => {
  const stride = 3 * width
  const rows = Buffer.alloc(height * (stride + 1))
  for (let y = 0; y < height; y++) {
    // What changes from a pixel to the one above it is little on a screen, and is packed well.
    rows[y * (stride + 1)] = 2
    for (let at = 0; at < stride; at++) {
      const above = y === 0 ? 0 : (rgb[(y - 1) * stride + at] ?? 0)
      rows[y * (stride + 1) + 1 + at] = ((rgb[y * stride + at] ?? 0) - above) & 0xff
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', await pack(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const MOST_PIXELS = 100_000_000

/** Four bytes a pixel, blue first, as screens hand theirs out. Undefined: there are not that many. */
export const fromBgrx = (data: Uint8Array, width: number, height: number): Pixels | undefined => {
  const count = width * height
  if (count > MOST_PIXELS || data.length < 4 * count) return undefined
  const rgb = new Uint8Array(3 * count)
  for (let at = 0, to = 0; at < 4 * count; at += 4) {
    rgb[to++] = data[at + 2] ?? 0
    rgb[to++] = data[at + 1] ?? 0
    rgb[to++] = data[at] ?? 0
  }
  return { width, height, rgb }
}
