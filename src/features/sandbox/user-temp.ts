import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Each person has one below, in a directory that is theirs alone; its name can't be known otherwise without a program. */
const PLACE = '/private/var/folders'

/**
 * The directory for temporary files that macOS names to programs (`DARWIN_USER_TEMP_DIR`), whatever TMPDIR says.
 * Undefined where there is none, or more than one that could be meant.
 */
export const findUserTemp = (
  place: string = PLACE,
  user: number | undefined = process.getuid?.(),
): string | undefined => {
  const found = namesIn(place)
    .flatMap(outer => namesIn(join(place, outer)).map(name => join(place, outer, name)))
    .filter(path => isOf(path, user) && isOf(join(path, 'T'), user))
  return found.length === 1 ? join(found[0] ?? '', 'T') : undefined
}

const isOf = (path: string, user: number | undefined): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === user
}

const namesIn = (path: string): readonly string[] => {
  try {
    return readdirSync(path)
  } catch {
    // Another person's, or another system.
    return []
  }
}
