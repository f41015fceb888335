import type { SessionSummary } from '../../../protocol/host.ts'
import { projectDirectory } from '../project-key.ts'
import { projectDirectories, type SessionFileFacts, sessionFilesIn } from '../session-files.ts'
import { indexPath, readIndex, writeIndex } from './row-index.ts'
import { readRow } from './session-row.ts'

export interface ListRequest {
  readonly configHome: string
  /** Only sessions of this directory. */
  readonly cwd?: string
}

/** So many files read anew make writing the index worth it. */
const WORTH_WRITING = 32
/** After so many files other work gets its turn. */
const BREATH_FILES = 500

/** All sessions, the one written last first. A file that cannot be read is left out; loading it says why. */
export const listSessions = async (request: ListRequest): Promise<readonly SessionSummary[]> => {
  const { configHome, cwd } = request
  const files = sessionFilesIn(
    cwd === undefined ? projectDirectories(configHome) : [projectDirectory(configHome, cwd)],
  )
  const path = indexPath(configHome)
  const index = files.length < WORTH_WRITING ? undefined : readIndex(path)
  const rows: SessionSummary[] = []
  const buffer = Buffer.allocUnsafe(128 * 1024)
  let fresh = 0
  for (const file of files) {
    const known = index?.find(file)
    const row = known ?? readable(file, buffer)
    if (row) rows.push(row)
    if (known) continue
    if (++fresh % BREATH_FILES === 0) await breathe()
  }
  if (index && fresh >= WORTH_WRITING) writeIndex(path, merged(index.rows, rows, request))
  return rows
}

const readable = (file: SessionFileFacts, buffer: Buffer): SessionSummary | undefined => {
  try {
    return readRow(file, buffer)
  } catch {
    // Removed meanwhile, or not ours to read: the others are still listed.
    return undefined
  }
}

/** A list of one directory keeps what is known of the others. */
const merged = (
  known: ReadonlyMap<string, SessionSummary>,
  rows: readonly SessionSummary[],
  { cwd }: ListRequest,
): Iterable<SessionSummary> => {
  if (cwd === undefined) return rows
  return new Map([...known, ...rows.map(row => [row.path, row] as const)]).values()
}

const breathe = (): Promise<void> =>
  new Promise(resolve => {
    setImmediate(resolve)
  })
