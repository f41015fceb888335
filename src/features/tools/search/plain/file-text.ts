/** ripgrep looks this far ahead before it takes a file for text. */
const FIRST_LOOK_BYTES = 64 * 1024

/**
 * The text of a file as far as it is text; `undefined` for a binary one. A file the caller named is searched to its
 * end, with NUL bytes as ends of lines.
 */
export const fileText = (data: Buffer, isNamed: boolean): string | undefined => {
  if (data[0] === 0xff && data[1] === 0xfe) return new TextDecoder('utf-16le').decode(data)
  if (data[0] === 0xfe && data[1] === 0xff) return new TextDecoder('utf-16be').decode(data)
  const start = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf ? 3 : 0
  const nul = data.indexOf(0)
  if (nul < 0) return data.toString('utf8', start)
  if (isNamed) return data.toString('utf8', start).replaceAll('\0', '\n')
  if (nul < FIRST_LOOK_BYTES) return undefined
  return data.toString('utf8', start, data.lastIndexOf(10, nul) + 1)
}
