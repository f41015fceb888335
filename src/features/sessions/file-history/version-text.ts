import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { fileText } from '../../../lib/encoding/file-text.ts'
import { openBackupStore } from './backup-store.ts'

/** The text of the version of a file that has this hash. */
export type VersionText = (path: string, version: string) => string | undefined

const MAX_FILE_BYTES = 4 * 1024 * 1024

/** Versions of files that one session kept in a directory; what is in the file now needs no copy. */
export const savedVersionText = (directory: string | undefined): VersionText => {
  const store = directory === undefined ? undefined : openBackupStore(directory)
  return (path, version) => {
    const bytes = store?.get(version)
    return bytes === undefined ? currentText(path, version) : textIn(bytes, path)
  }
}

const currentText = (path: string, version: string): string | undefined => {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return undefined
    const bytes = readFileSync(path)
    return hash('sha256', bytes, 'hex') === version ? textIn(bytes, path) : undefined
  } catch {
    // Gone or unreadable: this version cannot be had, and that is all there is to say.
    return undefined
  }
}

/** What is no text is shown as none, by whatever it holds. */
const textIn = (data: Uint8Array, realPath: string): string =>
  fileText({ data, realPath }) ?? Buffer.from(data).toString('utf8')
