import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { resumingText } from '../../../protocol/messages/host/resuming.ts'
import { isSessionId, promptHistoryFile } from '../project-key.ts'
import { draftPath } from '../reply-draft.ts'
import { SessionError, sessionFileError } from '../session-error.ts'
import { sessionFilesIn } from '../session-files.ts'
import { SessionLock } from '../session-lock.ts'

/** One session and everything that is kept for it. */
export interface PurgeItem {
  readonly sessionId: string
  readonly path: string
  readonly mtimeMs: number
  /** Files and directories that go with it, the session file first. */
  readonly parts: readonly string[]
  readonly bytes: number
}

/** What belongs to a session besides its file, below the config home. */
const partsOf = (configHome: string, path: string): readonly string[] => {
  const id = basename(path, '.jsonl')
  return [
    path,
    path.replace(/\.jsonl$/, ''),
    draftPath(path),
    join(configHome, 'file-history', id),
    join(configHome, 'tasks', id),
    join(configHome, 'debug', `${id}.txt`),
  ]
}

/** Links are counted, and later removed, as themselves: what they point at belongs to somebody else. */
const sizeOf = (path: string): number => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), stats.size)
}

/** What removing a session would take away; throws for anything that is not a session file of this config home. */
export const planPurge = (configHome: string, path: string): PurgeItem => {
  const id = basename(path, '.jsonl')
  if (!isSessionId(id) || dirname(dirname(path)) !== join(configHome, 'projects'))
    throw new SessionError('unsafe_path', resumingText('not_a_session', { path, home: configHome }))
  try {
    const stats = lstatSync(path)
    const parts = partsOf(configHome, path).filter(
      part => lstatSync(part, { throwIfNoEntry: false }) !== undefined,
    )
    const bytes = parts.reduce((sum, part) => sum + sizeOf(part), 0)
    return { sessionId: id, path, mtimeMs: stats.mtimeMs, parts, bytes }
  } catch (error) {
    throw sessionFileError(error, 'look_at', path)
  }
}

/**
 * Removes a session unless a process is writing it. The session file goes last: a purge that was stopped half way can
 * be made again.
 */
export const purgeItem = (item: PurgeItem, deps: { newId(): string; now(): Date }): 'removed' | 'in use' => {
  using lock = new SessionLock(item.path, deps)
  if (!lock.tryTake()) return 'in use'
  for (const part of item.parts.toReversed()) {
    try {
      rmSync(part, { recursive: true, force: true })
    } catch (error) {
      throw sessionFileError(error, 'remove', part)
    }
  }
  return 'removed'
}

/**
 * What was typed in those of these projects that have no session left besides the ones that go: it says as much about
 * the person as they do.
 */
export const planHistories = (
  configHome: string,
  projects: readonly string[],
  gone: readonly PurgeItem[],
): readonly string[] => {
  const paths = new Set(gone.map(({ path }) => path))
  return [...new Set(projects)]
    .filter(project => sessionFilesIn([project]).every(({ path }) => paths.has(path)))
    .map(project => promptHistoryFile(configHome, project))
    .filter(file => lstatSync(file, { throwIfNoEntry: false }) !== undefined)
}

export const purgeHistory = (file: string): void => {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    throw sessionFileError(error, 'remove', file)
  }
}
