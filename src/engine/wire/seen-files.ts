import { lstatSync, readFileSync } from 'node:fs'
import type { SeenFiles } from '../../features/prompt/reminders/changed-files.ts'
import { contentHash } from '../../features/tools/seen-content.ts'
import type { SessionFiles } from './files.ts'

/** Larger files are taken for changed when their time stamp is: reading them before every request would cost too much. */
const MAX_HASHED = 4 * 1024 * 1024

/** What the model has seen beside what is on disk. */
export const createSeenFiles = (files: Pick<SessionFiles, 'listSeen'>): SeenFiles => ({
  list: most => files.listSeen(most),
  look(path) {
    const stats = statOf(path)
    if (!stats) return undefined
    const isHashable = stats.isFile() && stats.size <= MAX_HASHED
    return {
      mtimeMs: stats.mtimeMs,
      size: stats.size,
      hash: () => (isHashable ? hashOf(path) : undefined),
    }
  },
})

const statOf = (path: string) => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A directory on the way is gone or closed: for the model the file is gone.
    return undefined
  }
}

const hashOf = (path: string): string | undefined => {
  try {
    return contentHash(readFileSync(path))
  } catch {
    // Not readable any more is a change, too.
    return undefined
  }
}
