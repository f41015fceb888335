import { mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type PinnedPath, pinPath } from './pinned-path.ts'

/**
 * Takes hold of a directory and makes it where it is missing, with what is missing above it: each in the one that is
 * held already, so that nothing is made elsewhere. Throws what {@link pinPath} throws.
 */
export const pinMadeDirectory = (real: string, mode = 0o777): PinnedPath => {
  const missing: string[] = []
  let at = nearest(real, missing)
  for (const name of missing.reverse()) {
    using above = at
    try {
      mkdirSync(join(above.path, name), { mode })
    } catch (error) {
      // Somebody else was faster; what follows tells whether it is a directory.
      if (codeOf(error) !== 'EEXIST') throw error
    }
    at = above.child(name)
  }
  return at
}

/** The nearest one that exists; names of those that do not go to `missing`, the last one first. */
const nearest = (real: string, missing: string[]): PinnedPath => {
  for (let at = real; ; at = dirname(at))
    try {
      return pinPath(at)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || at === dirname(at)) throw error
      missing.push(basename(at))
    }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
