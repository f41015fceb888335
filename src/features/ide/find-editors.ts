import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseRule } from '../../lib/case-rule.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import { isProcessRunning } from '../../lib/process/process-identity.ts'
import { type EditorLock, portOf, type ReadLock, readLock } from './lock-file.ts'

export interface FindEditors {
  readonly directories: readonly string[]
  /** Of the person; absent: this system has none. */
  readonly uid?: number | undefined
  isAlive(pid: number): boolean
}

export interface FoundEditors {
  readonly editors: readonly EditorLock[]
  readonly ignored: readonly { readonly file: string; readonly why: string }[]
}

/** No lock file is longer; no directory of them is fuller. */
const MOST_BYTES = 64 * 1024
const MOST_FILES = 200

/**
 * Editors whose lock files count: the person's own, that nobody else could have written, of processes that run. A port
 * that several directories name counts once.
 */
export const findEditors = (at: FindEditors): FoundEditors => {
  const editors = new Map<number, EditorLock>()
  const ignored: { file: string; why: string }[] = []
  for (const directory of new Set(at.directories))
    for (const name of namesIn(directory)) {
      const port = portOf(name)
      if (port === undefined || editors.has(port)) continue
      const file = join(directory, name)
      const lock = checked(readAt(file, port, at), at)
      if (lock === undefined) continue
      if ('why' in lock) ignored.push({ file, why: lock.why })
      else editors.set(port, lock)
    }
  return { editors: [...editors.values()].toSorted((a, b) => a.port - b.port), ignored }
}

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).toSorted().slice(0, MOST_FILES)
  } catch {
    // No editor has ever been here, or the directory is not the person's to read.
    return []
  }
}

/** Undefined: it went away meanwhile. */
const readAt = (file: string, port: number, { uid }: FindEditors): ReadLock | undefined => {
  let fd: number
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT') return undefined
    return { why: code === 'ELOOP' ? 'it is a link' : `it cannot be read (${code})` }
  }
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile()) return { why: 'it is not a file' }
    if (uid !== undefined && stats.uid !== uid) return { why: 'it belongs to another user' }
    if (uid !== undefined && (stats.mode & 0o022) !== 0) return { why: 'other users can write to it' }
    if (stats.size > MOST_BYTES) return { why: 'it is too long' }
    const bytes = Buffer.alloc(MOST_BYTES)
    return readLock(port, bytes.toString('utf8', 0, readSync(fd, bytes, 0, MOST_BYTES, 0)))
  } finally {
    closeSync(fd)
  }
}

const checked = (lock: ReadLock | undefined, { isAlive }: FindEditors): ReadLock | undefined =>
  lock && !('why' in lock) && lock.pid !== undefined && !isAlive(lock.pid)
    ? { why: `its process ${lock.pid} does not run any more` }
    : lock

/** Whether a directory lies below a folder that the editor has open. */
export const hasOpen = (
  { folders }: Pick<EditorLock, 'folders'>,
  cwd: string,
  how: { readonly caseSensitive: CaseRule },
): boolean => {
  const inner = resolveReal(cwd)
  return (
    inner.ok &&
    folders.some(folder => {
      const outer = resolveReal(folder)
      return outer.ok && isInside(inner.real, outer.real, how)
    })
  )
}

/** A process of the person's own that runs: one of another user is not ours to talk to. */
export const isOwnProcess = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    // Gone, or somebody else's.
    return false
  }
  return isProcessRunning(pid)
}
