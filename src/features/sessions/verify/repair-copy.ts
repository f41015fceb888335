import { closeSync, openSync, writeSync } from 'node:fs'
import { readRecords, type SessionRecord } from '../ledger/read-records.ts'
import { sessionFileError } from '../session-error.ts'

interface RepairedCopy {
  readonly path: string
  /** Damaged and repeated lines that are not in the copy. */
  readonly dropped: number
  /** Messages that were joined to another one than they named. */
  readonly relinked: number
}

type Line = Readonly<Record<string, unknown>>

/**
 * Writes what can be read of a session to a new file, as a session of its own: damaged and repeated lines left out,
 * circles and gaps closed by joining a message to the one before it. Lines of unknown kinds stay. What the file
 * history says stays with the original, whose copies it names.
 */
export const repairCopy = (
  from: string,
  to: { readonly path: string; readonly sessionId: string },
): RepairedCopy => {
  let fd: number | undefined
  try {
    fd = openSync(to.path, 'wx', 0o600)
    const mending = new Mending(to.sessionId)
    for (const record of readRecords(from)) {
      const line = mending.mend(record)
      if (line !== undefined) writeSync(fd, `${JSON.stringify(line)}\n`)
    }
    return { path: to.path, dropped: mending.dropped, relinked: mending.relinked }
  } catch (error) {
    throw sessionFileError(error, 'write', to.path)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const uuidOf = (record: SessionRecord): string | undefined => {
  if (record.kind === 'foreign') return record.uuid
  return record.kind === 'entry' && 'uuid' in record.entry ? record.entry.uuid : undefined
}

class Mending {
  dropped = 0
  relinked = 0
  readonly #sessionId: string
  readonly #written = new Set<string>()
  #previous: string | null = null

  constructor(sessionId: string) {
    this.#sessionId = sessionId
  }

  mend(record: SessionRecord): Line | undefined {
    const value = record.kind === 'damage' ? undefined : lineOf(record)
    const uuid = uuidOf(record)
    if (value === undefined || (uuid !== undefined && this.#written.has(uuid))) {
      this.dropped++
      return undefined
    }
    if (value['type'] === 'file-history-snapshot') return undefined
    const named = 'sessionId' in value ? { ...value, sessionId: this.#sessionId } : value
    if (uuid === undefined) return named
    const parent = typeof value['parentUuid'] === 'string' ? value['parentUuid'] : null
    // A parent stands before its children in a file that only grows; so no circle can come into the copy.
    const mended = parent === null || this.#written.has(parent) ? parent : this.#previous
    const { logicalParentUuid: logical, ...bare } = named
    const isLost = typeof logical === 'string' && !this.#written.has(logical)
    if (mended !== parent || isLost) this.relinked++
    this.#written.add(uuid)
    this.#previous = uuid
    return { ...(isLost ? bare : named), parentUuid: mended }
  }
}

const lineOf = (record: Exclude<SessionRecord, { kind: 'damage' }>): Line | undefined => {
  const value = record.kind === 'entry' ? record.entry : record.value
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as unknown as Line)
    : undefined
}
