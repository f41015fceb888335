import { skimLine } from './skim-line.ts'

const NEWLINE = 10

/** The lines of one session file that another does not have; a message both have is the same whatever it says. */
export const missingLines = (from: Buffer, into: Buffer): Buffer => {
  if (into.length === 0) return from
  const there = new Set(linesOf(into).map(nameOf))
  return Buffer.concat(linesOf(from).filter(line => !there.has(nameOf(line))))
}

/** Each with its newline. */
const linesOf = (bytes: Buffer): readonly Buffer[] => {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline + 1
    lines.push(bytes.subarray(start, end))
    start = end
  }
  return lines
}

const nameOf = (line: Buffer): string => {
  const text = line.at(-1) === NEWLINE ? line.subarray(0, -1) : line
  return skimLine(text)?.uuid ?? uuidIn(text.toString('utf8')) ?? text.toString('utf8')
}

const uuidIn = (text: string): string | undefined => {
  try {
    const { uuid } = JSON.parse(text) as { readonly uuid?: unknown }
    return typeof uuid === 'string' ? uuid : undefined
  } catch {
    // A torn or foreign line: its text is all it has.
    return undefined
  }
}
