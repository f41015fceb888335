import type { BoundedOutput } from '../../lib/process/bounded-output.ts'
import type { ShellEnd } from '../../protocol/tool.ts'

/** Five megabytes as base64: more no provider takes. */
const MAX_IMAGE_BYTES = 3_750_000
const DATA_URI = /^\s*data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/\s]+={0,2})\s*$/

/** The picture a command printed, raw or as a data URI, when it printed nothing else and printed it whole. */
export const imageIn = (output: BoundedOutput): ShellEnd['image'] | undefined => {
  const start = output.start(64)
  const raw = mediaTypeOf(start)
  if (raw) {
    const bytes = output.whole(MAX_IMAGE_BYTES)
    return bytes && isComplete(bytes) ? { mediaType: raw, data: bytes.toString('base64') } : undefined
  }
  if (!start.toString('latin1').trimStart().startsWith('data:image/')) return undefined
  const found = DATA_URI.exec(output.whole(2 * MAX_IMAGE_BYTES)?.toString('latin1') ?? '')
  const bytes = Buffer.from(found?.[2] ?? '', 'base64')
  const mediaType = mediaTypeOf(bytes)
  if (!mediaType || mediaType !== found?.[1] || bytes.length > MAX_IMAGE_BYTES || !isComplete(bytes))
    return undefined
  return { mediaType, data: bytes.toString('base64') }
}

const mediaTypeOf = (bytes: Buffer): string | undefined => {
  const text = bytes.subarray(0, 16).toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('GIF8')) return 'image/gif'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp'
  return undefined
}

/** A picture that was cut off would make the provider refuse the whole request. */
const isComplete = (bytes: Buffer): boolean => {
  switch (mediaTypeOf(bytes)) {
    case 'image/png':
      return bytes.subarray(-8, -4).toString('latin1') === 'IEND'
    case 'image/jpeg':
      return bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9
    case 'image/gif':
      return bytes.at(-1) === 0x3b
    default:
      return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= bytes.length
  }
}
