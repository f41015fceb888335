import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** In the place where a folder of ours should be is something that somebody else may have put there. */
export class NotPrivateError extends Error {
  override readonly name = 'NotPrivateError'
  readonly kind = 'not_private'
  readonly path: string

  constructor(path: string) {
    super(`${path} belongs to somebody else, or is a link`)
    this.path = path
  }
}

/**
 * A folder of ours below one that everybody writes to, made if it is not there; its real path. Others on the machine
 * know its name and could have made it first. Throws {@link NotPrivateError}.
 */
export const privateFolder = (below: string, name: string): string => {
  const path = join(realpathSync(below), name)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const facts = lstatSync(path)
  const own = process.getuid?.()
  if (!facts.isDirectory() || (own !== undefined && (facts.uid !== own || (facts.mode & 0o022) !== 0)))
    throw new NotPrivateError(path)
  return path
}
