import { realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { findCheckout } from '../../lib/find-checkout.ts'
import { isInside } from '../../lib/paths.ts'

export interface TrustRoot {
  /** The real path that trust is remembered under. */
  readonly path: string
  /** False for the home directory and what is above it: too much lies below to be trusted for good. */
  readonly lasting: boolean
  readonly repository: boolean
}

/** What somebody else wrote and a package manager put there. */
const DEPENDENCY_DIRECTORIES: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'site-packages',
])

/**
 * The folder a person trusts when they work in `start` (a real path): the main checkout of its repository, else
 * `start` itself. Exactly that one: not what is above, and a repository within another has a root of its own.
 */
export const findTrustRoot = (start: string, home: string): TrustRoot => {
  const checkout = findCheckout(start)
  const realHome = realOf(home)
  const holdsHome = (path: string): boolean => isInside(realHome, path, { caseSensitive: true })
  // A home directory under version control would make one project of everything in it.
  const main =
    checkout && !holdsHome(checkout.main) && !isDependency(start, checkout.root) ? checkout.main : undefined
  const path = main ?? start
  return { path, lasting: !holdsHome(path), repository: main !== undefined }
}

const isDependency = (start: string, root: string): boolean =>
  relative(root, start)
    .split(sep)
    .some(name => DEPENDENCY_DIRECTORIES.has(name))

const realOf = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    // A home that does not exist holds no project.
    return path
  }
}
