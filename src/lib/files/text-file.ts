import { isUtf8 } from 'node:buffer'

/**
 * Text as it lies on disk. `latin1` stands for bytes that are not valid UTF-8: each byte is one character, so that
 * decoding and encoding lose nothing.
 */
type TextEncoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1'

export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string
  readonly encoding: TextEncoding
  readonly bom: boolean
}

const SNIFFED_BYTES = 8192

/** `undefined` when the bytes are not text. Otherwise {@link encodeText} gives the same bytes back. */
export const decodeText = (data: Uint8Array): DecodedText | undefined => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, 'utf16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, 'utf16be')
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return undefined
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = strictUtf8(bom ? bytes.subarray(3) : bytes)
  if (text !== undefined) return { text, encoding: 'utf8', bom }
  return { text: bytes.toString('latin1'), encoding: 'latin1', bom: false }
}

/** `undefined` when the encoding has no way to write the text. */
export const encodeText = (decoded: DecodedText): Buffer | undefined => {
  const { text, encoding, bom } = decoded
  switch (encoding) {
    case 'utf8':
      return Buffer.from(bom ? `\ufeff${text}` : text, 'utf8')
    case 'utf16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'utf16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    case 'latin1':
      return /[^\0-\xff]/u.test(text) ? undefined : Buffer.from(text, 'latin1')
  }
}

const decodeUtf16 = (bytes: Buffer, encoding: 'utf16le' | 'utf16be'): DecodedText | undefined => {
  if (bytes.length % 2 !== 0) return undefined
  const little = encoding === 'utf16le' ? bytes : Buffer.from(bytes).swap16()
  return { text: little.toString('utf16le', 2), encoding, bom: true }
}

const strictUtf8 = (bytes: Buffer): string | undefined => (isUtf8(bytes) ? bytes.toString('utf8') : undefined)
