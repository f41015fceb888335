/** What a picture costs when its size cannot be told. */
const UNKNOWN = 1_600
/** The largest size a model looks at; anything bigger is made smaller first. */
const MOST = 4_784
const PIXELS_PER_TOKEN = 750
/** The size stands near the beginning, behind a camera's notes at the worst. */
const HEAD_CHARS = 128 * 1024

/** Tokens of a picture by its pixels, from the beginning of its base64 text. */
export const imageTokens = (data: string): number => {
  const size = sizeOf(Buffer.from(data.slice(0, HEAD_CHARS), 'base64'))
  return size ? Math.min(MOST, Math.ceil((size.width * size.height) / PIXELS_PER_TOKEN)) : UNKNOWN
}

interface Size {
  readonly width: number
  readonly height: number
}

const sizeOf = (bytes: Buffer): Size | undefined => {
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 4) === 'GIF8')
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : undefined
}

/** Frame headers of a JPEG; C4, C8 and CC in the same range are something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const jpegSize = (bytes: Buffer): Size | undefined => {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}
