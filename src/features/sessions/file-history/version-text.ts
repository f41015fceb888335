import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { openBackupStore } from './backup-store.ts'

const MAX_FILE_BYTES = 4 * 1024 * 1024

/** Versions of files that one session kept in a directory; what is in the file now needs no copy. */
export const savedVersionText = (
  directory: string | undefined,
): ((path: string, version: string) => string | undefined) => {
  const store = directory === undefined ? undefined : openBackupStore(directory)
  return (path, version) => {
    const bytes = store?.get(version)
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
