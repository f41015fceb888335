import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a directory and its missing parents. Not `mkdirSync(…, { recursive: true })`: that never returns on file
 * systems that answer ENOENT for every new name, such as /proc.
 */
export const makeDirectories = (path: string, mode = 0o777): void => {
  const missing: string[] = []
  for (let at = path; !statSync(at, { throwIfNoEntry: false }); at = dirname(at)) missing.push(at)
  for (const directory of missing.reverse())
    try {
      mkdirSync(directory, { mode })
    } catch (error) {
      // Somebody else was faster; what follows tells whether it is a directory.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
}
