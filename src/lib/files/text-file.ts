import { isUtf8 } from 'node:buffer'

const SNIFFED_BYTES = 8192

/**
 * The text of bytes that say themselves what they are: UTF-8, or UTF-16 with its mark. `undefined` for the rest, text
 * or not: `lib/encoding` knows, which no start needs.
 */
export const plainText = (
  data: Uint8Array,
): { readonly text: string; readonly isUtf8: boolean } | undefined => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return wideText(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes.length % 2 === 0 ? wideText(swapped(bytes)) : undefined
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0) || !isUtf8(bytes)) return undefined
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return { text: bytes.toString('utf8', hasMark ? 3 : 0), isUtf8: !hasMark }
}

/** Whatever text it is, `known` to be in an encoding; `undefined` for what is none. */
export const anyText = async (data: Uint8Array, known?: string): Promise<string | undefined> =>
  (plainText(data) ?? (await import('../encoding/text-bytes.ts')).decodeText(data, () => [known]))?.text

const wideText = (bytes: Buffer) =>
  bytes.length % 2 === 0 ? { text: bytes.toString('utf16le', 2), isUtf8: false } : undefined

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()
