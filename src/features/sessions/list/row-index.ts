import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../../../lib/atomic-write.ts'
import { cachedText } from '../../../lib/files/stored-object.ts'
import { isObject } from '../../../lib/is-object.ts'
import type { SessionSummary } from '../../../protocol/host.ts'
import type { SessionFileFacts } from '../session-files.ts'

const VERSION = 3

/** What is known of files that have not changed since. Derived: without it a list takes longer and says the same. */
export interface RowIndex {
  /** Undefined when the file is new or has changed. */
  find(file: SessionFileFacts): SessionSummary | undefined
}

/** Outside `projects`, where other programs look around. */
export const indexPath = (configHome: string): string => join(configHome, 'cache', 'session-list.json')

export const readIndex = (
  path: string,
): RowIndex & { readonly rows: ReadonlyMap<string, SessionSummary> } => {
  const rows = parseIndex(cachedText(path))
  return {
    rows,
    find({ path: file, bytes, mtimeMs }) {
      const row = rows.get(file)
      return row && row.size === bytes && row.modifiedAt === mtimeMs ? row : undefined
    },
  }
}

/** As good as it can be done: a list without an index is only slower. */
export const writeIndex = (path: string, rows: Iterable<SessionSummary>): void => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const data = Buffer.from(JSON.stringify({ version: VERSION, rows: [...rows] }))
    writeFileAtomically(path, data, { mode: 0o600 })
  } catch {
    // A full disk or a read-only home: the list itself is right, and the next one is made from the files again.
  }
}

const parseIndex = (text: string): ReadonlyMap<string, SessionSummary> => {
  try {
    const index = JSON.parse(text) as { readonly version?: unknown; readonly rows?: unknown }
    if (index.version !== VERSION || !Array.isArray(index.rows)) return new Map()
    return new Map(index.rows.filter(isRow).map(row => [row.path, row]))
  } catch {
    // Damaged or of another program: it is made anew.
    return new Map()
  }
}

const TEXTS = ['createdAt', 'cwd', 'gitBranch', 'entrypoint', 'title', 'name', 'firstPrompt', 'tag'] as const

const isRow = (value: unknown): value is SessionSummary => {
  if (typeof value !== 'object' || value === null) return false
  const row = value as Readonly<Record<keyof SessionSummary, unknown>>
  return (
    typeof row.id === 'string' &&
    typeof row.path === 'string' &&
    typeof row.size === 'number' &&
    typeof row.modifiedAt === 'number' &&
    TEXTS.every(key => row[key] === undefined || typeof row[key] === 'string') &&
    (row.member === undefined || isMember(row.member)) &&
    (row.pullRequests === undefined || isTexts(row.pullRequests))
  )
}

const isMember = (value: unknown): boolean =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['team'] === 'string'

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every(each => typeof each === 'string')
