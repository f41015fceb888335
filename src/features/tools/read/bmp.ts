import { setImmediate } from 'node:timers/promises'

/** Pixels of a bitmap, three bytes each, row by row from the top. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3
  readonly data: Uint8Array
  /** Of the bitmap itself: of a very large one only every so many pixels are taken. */
  readonly full: { readonly width: number; readonly height: number }
}

const MAX_PIXELS = 50_000_000
/** Well above what is shown of any picture in the end. */
const TAKEN_PIXELS = 16_000_000
/** After so many pixels others have their turn: this is not done in a thread of its own. */
const PIXELS_AT_ONCE = 500_000
const FILE_HEADER = 14

/** Plain Windows bitmaps of 8, 24 and 32 bits; `undefined` for rarer forms and for what is damaged. */
export const decodeBmp = async (bytes: Uint8Array): Promise<Pixels | undefined> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < FILE_HEADER + 40) return undefined
  const full = { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
  const isUpsideDown = view.getInt32(22, true) > 0
  const bits = view.getUint16(28, true)
  // 3 stands for bit fields, which with 32 bits are in practice blue, green, red as in the plain form.
  const compression = view.getUint32(30, true)
  const isPlain = compression === 0 || (compression === 3 && bits === 32)
  if (!isPlain || ![8, 24, 32].includes(bits)) return undefined
  if (full.width <= 0 || full.height === 0 || full.width * full.height > MAX_PIXELS) return undefined
  const start = view.getUint32(10, true)
  const stride = Math.ceil((full.width * bits) / 32) * 4
  if (start + stride * full.height > bytes.length) return undefined
  const step = Math.ceil(Math.sqrt((full.width * full.height) / TAKEN_PIXELS))
  const [width, height] = [Math.ceil(full.width / step), Math.ceil(full.height / step)]
  const data = new Uint8Array(width * height * 3)
  const atOnce = Math.ceil(PIXELS_AT_ONCE / width)
  for (let y = 0; y < height; y++) {
    const from = start + stride * (isUpsideDown ? full.height - 1 - y * step : y * step)
    const layout = { bits, start: from, step, palette: FILE_HEADER + view.getUint32(14, true) }
    copyRow(bytes, layout, data.subarray(y * width * 3, (y + 1) * width * 3))
    if ((y + 1) % atOnce === 0) await setImmediate()
  }
  return { width, height, channels: 3, data, full }
}

interface Layout {
  readonly bits: number
  readonly start: number
  /** From one pixel that is taken to the next. */
  readonly step: number
  readonly palette: number
}

const copyRow = (bytes: Uint8Array, { bits, start, step, palette }: Layout, row: Uint8Array): void => {
  const size = (bits / 8) * step
  for (let x = 0; x < row.length / 3; x++) {
    const at = bits === 8 ? palette + (bytes[start + x * step] ?? 0) * 4 : start + x * size
    row[x * 3] = bytes[at + 2] ?? 0
    row[x * 3 + 1] = bytes[at + 1] ?? 0
    row[x * 3 + 2] = bytes[at] ?? 0
  }
}
