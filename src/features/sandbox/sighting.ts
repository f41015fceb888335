import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isInside, resolveReal } from '../../lib/paths.ts'
import { GIT_GUARDED } from './plan.ts'

/** Something in a working directory that other programs run or obey. */
export interface Sighting {
  readonly path: string
  readonly kind: 'file' | 'directory' | 'repository' | 'link'
  /** Names this very file or directory, whatever it is called. */
  readonly id: string
  /** The directory it lies in. */
  readonly parent: string
  /** Milliseconds since 1970. Nobody can set it. */
  readonly ctimeMs: number
  /** What a link says, and what it leads to in the end. */
  readonly link?: { readonly target: string; readonly leads: string }
}

/** The time of birth tells a file from a later one that was given the same number; where it is not kept it is 0. */
export const idOf = (stat: Pick<Stats, 'dev' | 'ino' | 'birthtimeMs'>): string =>
  `${stat.dev}:${stat.ino}:${stat.birthtimeMs}`

/** With a git directory come the files in it that git obeys. Nothing when it is gone. */
export const sight = (
  path: string,
  parent: string,
  place: { roots(): readonly string[] },
): readonly Sighting[] => {
  const [one] = sightOne(path, parent, place)
  if (one?.kind !== 'directory' || !isRepository(path)) return one ? [one] : []
  return [
    { ...one, kind: 'repository' },
    ...GIT_GUARDED.flatMap(inner => sightOne(join(path, inner), one.id, place)),
  ]
}

const sightOne = (
  path: string,
  parent: string,
  place: { roots(): readonly string[] },
): readonly Sighting[] => {
  try {
    const stat = lstatSync(path)
    const shared = { path, id: idOf(stat), parent, ctimeMs: stat.ctimeMs }
    if (stat.isSymbolicLink())
      return [
        {
          ...shared,
          kind: 'link',
          link: { target: readlinkSync(path), leads: leadsTo(path, place.roots()) },
        },
      ]
    return [{ ...shared, kind: stat.isDirectory() ? 'directory' : 'file' }]
  } catch {
    // Not there, or gone between the listing and the look.
    return []
  }
}

/**
 * What obeys a link obeys what is at its end. Outside the working directories nothing can be changed from inside, so
 * there the place is enough; within, it must be the same file in the same directory.
 */
const leadsTo = (path: string, roots: readonly string[]): string => {
  const resolved = resolveReal(path)
  if (!resolved.ok) return 'nowhere'
  const { real } = resolved
  if (!roots.some(root => isInside(real, root, { caseSensitive: true }))) return real
  const stat = statSync(real, { throwIfNoEntry: false })
  const directory = stat && statSync(dirname(real), { throwIfNoEntry: false })
  return stat && directory ? `${real} ${idOf(stat)} ${idOf(directory)}` : `${real} missing`
}

const isRepository = (path: string): boolean =>
  ['HEAD', 'config', 'objects'].every(name => lstatSync(join(path, name), { throwIfNoEntry: false }))
