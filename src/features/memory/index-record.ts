import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { entriesOf } from './index-text.ts'
import { isMemoryName } from './memory-file.ts'
import { readBounded } from './read-bounded.ts'

/** Which memories the index has named, and which of them were taken out of it: those do not come back by themselves. */
export interface IndexRecord {
  /** Named when the index was last looked at. */
  readonly listed: readonly string[]
  /** Oldest first. */
  readonly forgotten: readonly string[]
}

const NONE: IndexRecord = { listed: [], forgotten: [] }
const MAX_BYTES = 512 * 1024
/** More names than a directory may have. */
const MAX_NAMES = 4_000

const recordPath = (path: string): string => join(path, '.index.json')

/** The record in the light of the index as it is now; `undefined` text: there is no index, or nobody can tell. */
export const compareWithIndex = (record: IndexRecord, text: string | undefined): IndexRecord => {
  if (text === undefined) return record
  const listed = [...entriesOf(text).keys()].filter(isMemoryName)
  // A person may name a file in a sentence of theirs.
  const named = new Set(text.split(/[^\p{L}\p{N}_.-]+/u).map(word => word.replace(/\.+$/, '')))
  const gone = [...record.forgotten, ...record.listed].filter(file => !named.has(file))
  return { listed, forgotten: [...new Set(gone)].slice(-MAX_NAMES) }
}

export const readRecord = (path: string): IndexRecord => {
  const found = readBounded(recordPath(path), MAX_BYTES)
  if (!found?.whole) return NONE
  try {
    const value = JSON.parse(found.text) as Partial<Record<keyof IndexRecord, unknown>>
    return { listed: namesOf(value.listed), forgotten: namesOf(value.forgotten) }
  } catch {
    // A damaged record counts as none: at worst a line comes back whose file was left.
    return NONE
  }
}

/** Does nothing where there is no directory, or where it says so already. */
export const writeRecord = (path: string, record: IndexRecord): void => {
  const before = readRecord(path)
  if (isSame(before.listed, record.listed) && isSame(before.forgotten, record.forgotten)) return
  if (!existsSync(path)) return
  writeFileAtomically(recordPath(path), Buffer.from(JSON.stringify(record)), { mode: 0o600 })
}

/** Written anew on purpose, or merged into others: what was said of these names does not count any more. */
export const withoutNames = ({ listed, forgotten }: IndexRecord, files: readonly string[]): IndexRecord => {
  const gone = new Set(files)
  return {
    listed: listed.filter(file => !gone.has(file)),
    forgotten: forgotten.filter(file => !gone.has(file)),
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, at) => name === other[at])

const namesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(name => typeof name === 'string' && isMemoryName(name)) : []
