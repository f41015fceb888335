import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { expandHome } from '../../lib/paths.ts'

/** The path a tool means: `~` expanded, relative to the directory of the call. Without a home `~` is a name like any other. */
export const absolutePath = (path: string, cwd: string, home: () => string = homedir): string =>
  resolve(cwd, path.startsWith('~') ? expanded(path, home) : path)

const expanded = (path: string, home: () => string): string => {
  try {
    return expandHome(path, home())
  } catch {
    // A user id without an entry in the list of users, as containers have them, and no HOME.
    return path
  }
}
