import { lstatSync } from 'node:fs'
import { withFileLock } from '../../../lib/files/file-lock.ts'
import { makeDirectories } from '../../../lib/files/make-directories.ts'
import { readStoredObject, writeStoredObject } from '../../../lib/files/stored-object.ts'
import { damageState } from '../../../protocol/messages/host/stored-files.ts'
import { isJson, type Json } from '../format/complaint.ts'
import { readBoundedJson } from '../format/read-bounded-json.ts'
import type { UserValue } from '../format/user-option.ts'
import { PluginError } from '../plugin-error.ts'
import type { RecordDeps } from './records.ts'
import { storePaths } from './store-paths.ts'

/** Secrets that a plugin was given. A file that others can read counts for nothing, and `warn` hears why. */
export const readSecrets = (configHome: string, id: string, warn: (text: string) => void): Json => {
  const file = storePaths(configHome).secrets
  const facts = lstatSync(file, { throwIfNoEntry: false })
  if (!facts) return {}
  if (!facts.isFile() || (facts.mode & 0o077) !== 0) {
    warn(`${file} is open to others, so it does not count: close it with chmod 600.`)
    return {}
  }
  const all = allSecrets(file)[id]
  return isJson(all) ? all : {}
}

const allSecrets = (file: string): Json => {
  const read = readBoundedJson(file)
  return read.kind === 'json' && isJson(read.value) ? read.value : {}
}

/** Undefined takes a value, or all of a plugin's, away. */
export const storeSecret = async (
  configHome: string,
  { id, key, value }: { readonly id: string; readonly key?: string; readonly value?: UserValue },
  deps: RecordDeps,
): Promise<void> => {
  makeDirectories(configHome, 0o700)
  const file = storePaths(configHome).secrets
  await withFileLock(
    `${file}.lock`,
    () => {
      const read = readStoredObject(file)
      if (read.kind === 'damaged')
        throw new PluginError(
          'failed',
          `${file} ${damageState(read.damage).text}. Repair it or move it away; nothing was changed.`,
        )
      const { [id]: before, ...others } = read.kind === 'object' ? read.value : {}
      const own = isJson(before) ? { ...before } : {}
      if (key !== undefined && value !== undefined) own[key] = value
      else if (key !== undefined) delete own[key]
      const keep = key !== undefined && Object.keys(own).length > 0
      if (!keep && before === undefined) return
      const after = keep ? { ...others, [id]: own } : others
      writeStoredObject(file, after)
    },
    deps,
  )
}
