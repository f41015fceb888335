import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What ripgrep reads in every directory it enters and in all above. */
const IGNORE_FILES = ['.rgignore', '.ignore', '.gitignore', '.git/info/exclude'] as const
/** No person writes so much of them. */
const MAX_BYTES = 1024 * 1024

/**
 * Whether an ignore file of a directory, or of one above, is a pipe, a device or of a size that only memory could end:
 * ripgrep would open it. What lies further down ends with the memory ripgrep may have.
 */
export const hasOddIgnoreFile = (directory: string): boolean => {
  for (let at = directory; ; at = dirname(at)) {
    if (IGNORE_FILES.some(name => isOdd(join(at, name)))) return true
    if (dirname(at) === at) return false
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
