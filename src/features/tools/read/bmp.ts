/** Pixels of a bitmap, three bytes each, row by row from the top. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3
  readonly data: Uint8Array
}

const MAX_PIXELS = 50_000_000
const FILE_HEADER = 14

/** Plain Windows bitmaps of 8, 24 and 32 bits; `undefined` for rarer forms and for what is damaged. */
export const decodeBmp = (bytes: Uint8Array): Pixels | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < FILE_HEADER + 40) return undefined
  const width = view.getInt32(18, true)
  const rows = view.getInt32(22, true)
  const height = Math.abs(rows)
  const bits = view.getUint16(28, true)
  const layout: Layout = {
    bits,
    start: view.getUint32(10, true),
    palette: FILE_HEADER + view.getUint32(14, true),
  }
  // 3 stands for bit fields, which with 32 bits are in practice blue, green, red as in the plain form.
  const compression = view.getUint32(30, true)
  const isPlain = compression === 0 || (compression === 3 && bits === 32)
  if (!isPlain || ![8, 24, 32].includes(bits)) return undefined
  if (width <= 0 || height === 0 || width * height > MAX_PIXELS) return undefined
  const stride = Math.ceil((width * bits) / 32) * 4
  if (layout.start + stride * height > bytes.length) return undefined
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const from = layout.start + stride * (rows > 0 ? height - 1 - y : y)
    copyRow(bytes, { ...layout, start: from }, data.subarray(y * width * 3, (y + 1) * width * 3))
  }
  return { width, height, channels: 3, data }
}

interface Layout {
  readonly bits: number
  readonly start: number
  readonly palette: number
}

const copyRow = (bytes: Uint8Array, { bits, start, palette }: Layout, row: Uint8Array): void => {
  const step = bits / 8
  for (let x = 0; x < row.length / 3; x++) {
    const at = bits === 8 ? palette + (bytes[start + x] ?? 0) * 4 : start + x * step
    row[x * 3] = bytes[at + 2] ?? 0
    row[x * 3 + 1] = bytes[at + 1] ?? 0
    row[x * 3 + 2] = bytes[at] ?? 0
  }
}
