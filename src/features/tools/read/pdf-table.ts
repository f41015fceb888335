/** Where a document says at its end that its table is. */
const POINTER = /startxref\s+(\d{1,15})\s+%%EOF/g
/** Of the end of a file: some programs leave something behind the pointer. */
const END_BYTES = 2048
/** A table, or a stream that holds one. */
const TABLE = /^\s*(?:xref\s|\d{1,10}\s+\d{1,5}\s+obj\b)/

const textOf = (data: Uint8Array, from: number, to: number): string =>
  Buffer.from(data.buffer, data.byteOffset + from, Math.max(0, to - from)).toString('latin1')

/**
 * Whether a document says where its objects are. For one that does not, a reader searches all of it, which takes
 * seconds for each 10 MB.
 */
export const hasObjectTable = (data: Uint8Array): boolean => {
  const end = textOf(data, Math.max(0, data.length - END_BYTES), data.length)
  const at = Number([...end.matchAll(POINTER)].at(-1)?.[1] ?? Number.NaN)
  return at > 0 && at < data.length && TABLE.test(textOf(data, at, Math.min(data.length, at + 64)))
}
