import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, renameSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inDirectory, openUp } from './opened-directory.ts'
import { idOf } from './sighting.ts'

const MARK = '.made-in-sandbox'
const MAX_NAMES = 20

/**
 * Gives something that was made inside the sandbox a name that nothing obeys, in its own directory; answers the new
 * path. Undefined when it is gone.
 */
export const setAside = (path: string): string | undefined => {
  const directory = dirname(path)
  const rename = (): string | undefined =>
    inDirectory(directory, here => {
      const name = freeName(here, `${basename(path)}${MARK}`)
      renameSync(join(here, basename(path)), join(here, name))
      return join(directory, name)
    })
  return rename() ?? (isThere(path) && openUp(directory) ? rename() : undefined)
}

/** Names that were taken beforehand do not keep a file where it is. */
const freeName = (directory: string, name: string): string => {
  for (let count = 1; count <= MAX_NAMES; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`
    if (!isThere(join(directory, candidate))) return candidate
  }
  return `${name}-${randomUUID()}`
}

/** What stood at a name before, as far as it can be put there again. */
export type SavedContent = { readonly target: string } | { readonly data: Uint8Array; readonly mode: number }

/** Puts back what stood there, unless there is something again. */
export const putBack = (path: string, kept: SavedContent): boolean =>
  inDirectory(dirname(path), here => {
    const at = join(here, basename(path))
    if ('target' in kept) symlinkSync(kept.target, at)
    else writeFileSync(at, kept.data, { flag: 'wx', mode: kept.mode })
    return true
  }) ?? false

/** The id of an empty directory that was made; undefined when something is there, or nothing can be made there. */
export const makeEmpty = (path: string): string | undefined =>
  inDirectory(dirname(path), here => {
    const at = join(here, basename(path))
    mkdirSync(at, { mode: 0o755 })
    return idOf(lstatSync(at))
  })

/** What somebody outside has put something into is theirs now, and stays. */
export const removeEmpty = (path: string): void =>
  inDirectory(dirname(path), here => rmdirSync(join(here, basename(path))))

const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Where we cannot look, there may be something.
    return true
  }
}
