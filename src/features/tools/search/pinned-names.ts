import { lstatSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { MovedError, type PinnedPath } from '../../../lib/files/pinned-path.ts'

/** Clocks of file systems lag behind by a tick, and some count whole or even seconds. */
const TICK_MS = 20
const SECONDS_MS = 2_100

const directoryOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')))

/**
 * Of paths below a held directory those that may have led elsewhere at some moment since a time. Whatever is put in the
 * place of a name leaves its time in the directory that has the name. Directories are looked at from the deepest up:
 * if all above were quiet until they were looked at, what was looked at before was looked at in its right place.
 */
export const shakyNames = (
  held: PinnedPath,
  names: readonly string[],
  since: number,
): ReadonlySet<string> => {
  const directories = new Set([''])
  for (const name of names)
    for (let at = directoryOf(name); !directories.has(at); at = directoryOf(at)) directories.add(at)
  const depths = [...directories].map(path => ({ path, depth: path === '' ? 0 : path.split('/').length }))
  depths.sort((a, b) => b.depth - a.depth)
  const quiet = new Map(depths.map(({ path }) => [path, isQuiet(look(held, path), since)]))
  // Those above come first now.
  for (const { path } of depths.reverse())
    if (path !== '' && !quiet.get(directoryOf(path))) quiet.set(path, false)
  return new Set(names.filter(name => !quiet.get(directoryOf(name))))
}

const look = (held: PinnedPath, path: string): Stats | undefined => {
  try {
    return path === '' ? statSync(held.path) : lstatSync(join(held.path, path), { throwIfNoEntry: false })
  } catch {
    // Gone or closed since: not quiet.
    return undefined
  }
}

const isQuiet = (stats: Stats | undefined, since: number): boolean =>
  stats?.isDirectory() === true &&
  stats.ctimeMs < since - (Number.isInteger(stats.ctimeMs / 1000) ? SECONDS_MS : TICK_MS)

/** A file by its path below a held directory, none of the names a link; `undefined` when that is not so. */
export const pinBelow = (held: PinnedPath, name: string): PinnedPath | undefined => {
  const [first = '', ...rest] = name.split('/')
  try {
    let at = held.child(first)
    for (const next of rest) {
      using above = at
      at = above.child(next)
    }
    if (at.stats.isFile()) return at
    at[Symbol.dispose]()
    return undefined
  } catch (error) {
    if (error instanceof MovedError || (error as NodeJS.ErrnoException).code !== undefined) return undefined
    throw error
  }
}
