import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openBackupStore } from '../../features/sessions/file-history/backup-store.ts'

const MAX_FILE_BYTES = 4 * 1024 * 1024

/** Versions of files that one session kept; what is in the file now needs no copy. */
export const keptText = (
  configHome: string,
  sessionId: string,
): ((path: string, version: string) => string | undefined) => {
  const store = openBackupStore(join(configHome, 'file-history', sessionId))
  return (path, version) => {
    const bytes = store.get(version)
    return bytes === undefined ? currentText(path, version) : Buffer.from(bytes).toString('utf8')
  }
}

const currentText = (path: string, version: string): string | undefined => {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return undefined
    const bytes = readFileSync(path)
    return hash('sha256', bytes, 'hex') === version ? bytes.toString('utf8') : undefined
  } catch {
    // Gone or unreadable: this version cannot be had, and that is all there is to say.
    return undefined
  }
}
