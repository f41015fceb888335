import { isUtf8 } from 'node:buffer'
import { dropPartialEnd } from '../process/utf8-edges.ts'
import { decodeText, saidEncodings } from './text-bytes.ts'

const LINE_FEED = 10

/**
 * What programs printed: some say the same in UTF-8 and pass on a file in its own encoding. The lines that are not
 * UTF-8 are read as what they are together, `said` first.
 */
export const outputText = (bytes: Buffer, said?: string): string => {
  // The rest of the last character may still be to come.
  if (isUtf8(dropPartialEnd(bytes))) return bytes.toString('utf8')
  const lines = linesOf(bytes)
  const odd = Buffer.concat(lines.filter(line => !isUtf8(line)))
  const encoding = decodeText(odd, () => [said])?.encoding ?? saidEncodings([said])[0]
  if (encoding === undefined || encoding === 'utf-8') return bytes.toString('utf8')
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return lines.map(line => (isUtf8(line) ? line.toString('utf8') : decoder.decode(line))).join('')
}

/** With their line feeds. */
const linesOf = (bytes: Buffer): readonly Buffer[] => {
  const lines: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from)
    const to = end < 0 ? bytes.length : end + 1
    lines.push(bytes.subarray(from, to))
    from = to
  }
  return lines
}
