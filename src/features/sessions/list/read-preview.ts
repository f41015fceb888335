import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { parseJsonLine } from '../../../lib/jsonl.ts'
import type { MessageEntry } from '../../../protocol/entry.ts'
import { parseEntry } from '../parse-entry.ts'
import { sessionFileError } from '../session-error.ts'

/** Something that was said. Text from a file: escape it before it goes to a terminal. */
export interface PreviewLine {
  readonly who: 'user' | 'assistant'
  readonly text: string
}

const END_BYTES = 128 * 1024
const MOST_TEXT = 400
const NEWLINE = 10

/** The last things that were said, oldest first; reads only the end of the file. Throws SessionError. */
export const readPreview = (path: string, most: number): readonly PreviewLine[] => {
  const said: PreviewLine[] = []
  for (const line of linesFromEnd(readEnd(path))) {
    const told = tell(line)
    if (told) said.unshift(told)
    if (said.length >= most) break
  }
  return said
}

const readEnd = (path: string): Buffer => {
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      const { size } = fstatSync(fd)
      const buffer = Buffer.alloc(Math.min(size, END_BYTES))
      const end = buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, size - buffer.length))
      // What stands before the first line end is a part of a line.
      return size > END_BYTES ? end.subarray(end.indexOf(NEWLINE) + 1) : end
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    throw sessionFileError(error, 'read', path)
  }
}

function* linesFromEnd(bytes: Buffer): Generator<Buffer> {
  let to = bytes.length
  while (to > 0) {
    const from = bytes.lastIndexOf(NEWLINE, to - 1)
    if (from < to - 1) yield bytes.subarray(from + 1, to)
    to = from
  }
}

const tell = (line: Buffer): PreviewLine | undefined => {
  const parsed = parseEntry(parseJsonLine(line))
  if (parsed.kind !== 'message') return undefined
  const { entry } = parsed
  if (entry.type !== 'user' && entry.type !== 'assistant') return undefined
  if (entry.isSidechain || ('isMeta' in entry && entry.isMeta)) return undefined
  const text = textOf(entry).replaceAll(/\s+/g, ' ').trim().slice(0, MOST_TEXT)
  return text === '' ? undefined : { who: entry.type, text }
}

const textOf = (entry: Extract<MessageEntry, { readonly type: 'user' | 'assistant' }>): string => {
  const { content } = entry.message
  if (typeof content === 'string') return content
  return content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join(' ')
}
