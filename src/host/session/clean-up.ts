import { join } from 'node:path'
import { pruneLogs } from '../../features/memory/daily-log.ts'
import { planPurge, purgeItem } from '../../features/sessions/purge/plan-purge.ts'
import { projectDirectories, sessionFilesIn } from '../../features/sessions/session-files.ts'
import { errorText } from '../../lib/error-text.ts'

const DAY_MS = 24 * 3_600_000
/** The rest is for the next time: nobody should wait for it. */
const MOST_AT_ONCE = 200

/** Removes sessions that nobody wrote to for so many days, each with all that is kept for it. Never throws. */
export const removeOldSessions = (
  configHome: string,
  days: number,
  deps: { newId(): string; now(): Date; log?(line: string): void },
): void => {
  const before = deps.now().getTime() - days * DAY_MS
  try {
    const old = sessionFilesIn(projectDirectories(configHome)).filter(({ mtimeMs }) => mtimeMs < before)
    for (const { path } of old.slice(-MOST_AT_ONCE)) purgeItem(planPurge(configHome, path), deps)
  } catch (error) {
    // What cannot be removed today can be tomorrow; the session itself has ended well.
    deps.log?.(`clean-up: ${errorText(error)}`)
  }
}

/** The same for the daily logs beside the memories, of all projects and of a directory chosen for them. Never throws. */
export const removeOldLogs = (
  { configHome, memoryDirectory }: { readonly configHome: string; readonly memoryDirectory?: string },
  days: number,
  deps: { now(): Date; log?(line: string): void },
): void => {
  const before = new Date(deps.now().getTime() - days * DAY_MS)
  const usual = projectDirectories(configHome).map(directory => join(directory, 'memory'))
  for (const path of new Set([...usual, ...(memoryDirectory === undefined ? [] : [memoryDirectory])]))
    try {
      pruneLogs({ path }, before)
    } catch (error) {
      deps.log?.(`clean-up: ${errorText(error)}`)
    }
}
