import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { VCS_NAMES } from './query.ts'

/** What ripgrep reads in every directory it enters and in all above. */
const IGNORE_NAMES: ReadonlySet<string> = new Set(['.rgignore', '.ignore', '.gitignore'])
const EXCLUDE = '.git/info/exclude'
/** No person writes so much of them. */
const MAX_BYTES = 1024 * 1024
/** A tree with more of them is searched by our own search, which says when it gives up. */
const MAX_DIRECTORIES = 200_000
/** Directories between two rests of the event loop. */
const BATCH = 200

/** Made by tools, with more directories than all the rest: not entered where a `.gitignore` names them. */
const GENERATED = ['node_modules', '.venv', '__pycache__', '.next', '.turbo', '.gradle', '.tox'] as const

export interface IgnoreFileCheck {
  /**
   * An ignore file is a pipe, a device or of a size that only memory could end, and ripgrep would open it; or there are
   * too many directories to be sure.
   */
  readonly isOdd: boolean
  /** Names of directories that were not looked into, so ripgrep must not enter them either. */
  readonly skipped: readonly string[]
}

const ODD: IgnoreFileCheck = { isOdd: true, skipped: [] }

/** Looks at the ignore files of a directory, of all above and of all below without opening any that is odd. */
export const checkIgnoreFiles = async (
  directory: string,
  signal: AbortSignal,
  maxDirectories = MAX_DIRECTORIES,
): Promise<IgnoreFileCheck> => {
  const skipped = new Set<string>()
  for (let at = directory; ; at = dirname(at)) {
    if ([...IGNORE_NAMES, EXCLUDE].some(name => isOdd(join(at, name)))) return ODD
    for (const name of generatedIn(join(at, '.gitignore'))) skipped.add(name)
    if (dirname(at) === at) break
  }
  const pending = [directory]
  for (let seen = 0; pending.length > 0; seen++) {
    if (seen >= maxDirectories) return ODD
    if (seen % BATCH === BATCH - 1) await setImmediate()
    if (signal.aborted) break
    const at = pending.pop() ?? ''
    for (const entry of entriesOf(at)) {
      if (isOddEntry(at, entry)) return ODD
      if (entry.isDirectory() && !skipped.has(entry.name) && !VCS_NAMES.includes(entry.name))
        pending.push(join(at, entry.name))
    }
  }
  return { isOdd: false, skipped: [...skipped] }
}

const isOddEntry = (directory: string, entry: Dirent): boolean => {
  if (IGNORE_NAMES.has(entry.name)) return isOdd(join(directory, entry.name))
  return entry.name === '.git' && isOdd(join(directory, EXCLUDE))
}

const entriesOf = (directory: string): readonly Dirent[] => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    // Closed or gone: ripgrep cannot enter it either.
    return []
  }
}

const isOdd = (path: string): boolean => {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined || stats.isDirectory()) return false
    return !stats.isFile() || stats.size > MAX_BYTES
  } catch {
    // A link that goes round in circles, or a directory that is closed: nobody can open it.
    return false
  }
}

const generatedIn = (path: string): readonly string[] => {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return []
    const lines = readFileSync(path, 'utf8').split('\n')
    const ignored = new Set(lines.map(line => line.trim().replace(/\/$/, '')))
    return GENERATED.filter(
      name => ignored.has(name) && !lines.some(line => line.startsWith('!') && line.includes(name)),
    )
  } catch {
    // Not readable: nothing is skipped, and ripgrep ignores nothing because of it.
    return []
  }
}
