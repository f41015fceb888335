import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'

/** Puts what is not text into a private file beside the session; gives its path. */
export const saveResult = (
  config: Parameters<typeof resultsDirectory>[0],
  data: Uint8Array,
  name: string,
): string => {
  const directory = resultsDirectory(config)
  makeDirectories(directory, 0o700)
  const path = join(directory, name)
  writeFileSync(path, data, { mode: 0o600, flag: 'wx' })
  return path
}
