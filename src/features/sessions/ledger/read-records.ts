import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ByteLine, isBlankLine, parseJsonLine, readLines } from '../../../lib/jsonl.ts'
import type { Entry } from '../../../protocol/entry.ts'
import { MAX_ENTRY_BYTES } from '../log.ts'
import { parseEntry } from '../parse-entry.ts'
import { notPlainFile, sessionFileError } from '../session-error.ts'

/** What the lines of a session file say, in the order of the file and whatever branch they are on. */
export type SessionRecord =
  | {
      readonly kind: 'entry'
      readonly entry: Entry
      readonly line: number
      /** Where the line stands in the file, to read it again. */
      readonly offset: number
      readonly bytes: number
    }
  /** JSON, but none of the entries we know. */
  | {
      readonly kind: 'foreign'
      readonly value: unknown
      readonly line: number
      readonly uuid?: string
      readonly parentUuid?: string | null
    }
  | { readonly kind: 'damage'; readonly why: 'torn' | 'corrupt' | 'too_long'; readonly line: number }

interface ReadOptions {
  readonly maxLineBytes?: number
  /** Only lines whose bytes hold this text are parsed and given. */
  readonly holding?: string
}

const OPENING_BRACE = 123
const CLOSING_BRACE = 125

export const openPlainFile = (path: string): number => {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if (fstatSync(fd).isFile()) return fd
  closeSync(fd)
  throw notPlainFile('read', path)
}

const recordOf = ({ bytes, offset, ended }: ByteLine, line: number): SessionRecord => {
  const value = parseJsonLine(bytes)
  if (value === undefined) {
    const torn = !ended || (bytes[0] === OPENING_BRACE && bytes.at(-1) !== CLOSING_BRACE)
    return { kind: 'damage', why: torn ? 'torn' : 'corrupt', line }
  }
  const parsed = parseEntry(value)
  switch (parsed.kind) {
    case 'message':
    case 'metadata':
      return { kind: 'entry', entry: parsed.entry, line, offset, bytes: bytes.length }
    case 'link':
      return { kind: 'foreign', value, line, uuid: parsed.uuid, parentUuid: parsed.parentUuid }
    case 'unknown':
      return { kind: 'foreign', value, line }
  }
}

/** One line in memory at a time. Throws a SessionError when the file cannot be read at all. */
export function* readRecords(path: string, options: ReadOptions = {}): Generator<SessionRecord, void, void> {
  let fd: number | undefined
  let line = 0
  try {
    fd = openPlainFile(path)
    for (const piece of readLines(fd, { maxLineBytes: options.maxLineBytes ?? MAX_ENTRY_BYTES })) {
      line++
      if (piece.tooLong) {
        yield { kind: 'damage', why: 'too_long', line }
        continue
      }
      const { bytes } = piece
      if (isBlankLine(bytes)) continue
      if (
        options.holding !== undefined &&
        !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(options.holding)
      )
        continue
      yield recordOf(piece, line)
    }
  } catch (error) {
    throw sessionFileError(error, 'read', path)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Where the sub-agents of a session wrote, one file each. */
export const agentFiles = (path: string): readonly string[] => {
  const directory = join(path.replace(/\.jsonl$/, ''), 'subagents')
  let names: readonly string[]
  try {
    names = readdirSync(directory).sort()
  } catch {
    // Most sessions have none; what cannot be listed is not part of what is shown.
    return []
  }
  return names
    .filter(name => /^agent-[\w.-]+\.jsonl$/.test(name))
    .map(name => join(directory, name))
    .filter(file => lstatSync(file, { throwIfNoEntry: false })?.isFile() === true)
}
