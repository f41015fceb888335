import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../../lib/atomic-write.ts'
import { hashOf } from './file-version.ts'

const HASH = /^[0-9a-f]{64}$/

/** Ids become file names, so nothing else may pass. */
export const isHash = (text: unknown): text is string => typeof text === 'string' && HASH.test(text)

/** Old contents of one session, each once, named by their SHA-256. Readable by the owner alone. */
export interface BackupStore {
  /** Throws what the file system throws; nothing half-written is left. */
  put(bytes: Uint8Array): string
  /** `undefined` when it is not there, or is not what its name says. */
  get(hash: string): Uint8Array | undefined
  remove(hash: string): void
  /** Bytes this process has added. */
  readonly added: number
}

/** Touches nothing before the first `put`. */
export const openBackupStore = (directory: string): BackupStore => {
  const known = new Set<string>()
  let added = 0
  return {
    put(bytes) {
      const hash = hashOf(bytes)
      if (known.has(hash)) return hash
      const path = join(directory, hash)
      if (known.size === 0) mkdirSync(directory, { recursive: true, mode: 0o700 })
      if (!existsSync(path)) {
        writeFileAtomically(path, bytes, { mode: 0o600 })
        added += bytes.byteLength
      }
      known.add(hash)
      return hash
    },
    get(hash) {
      if (!isHash(hash)) return undefined
      try {
        const bytes = readFileSync(join(directory, hash))
        return hashOf(bytes) === hash ? bytes : undefined
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === undefined) throw error
        // Missing or unreadable is the same to the caller: this content cannot be had back.
        return undefined
      }
    },
    remove(hash) {
      known.delete(hash)
      if (isHash(hash)) rmSync(join(directory, hash), { force: true })
    },
    get added() {
      return added
    },
  }
}
