import { dirname } from 'node:path'
import type { CaseRule } from '../../../lib/case-rule.ts'
import { isInside, resolveReal } from '../../../lib/paths.ts'
import type { BackupStore } from './backup-store.ts'
import type { Since } from './journal.ts'
import { lookAny } from './stamp.ts'

export interface RewindDeps {
  readonly store: BackupStore
  /** Real paths. */
  readonly roots: readonly string[]
  readonly caseSensitive: CaseRule
  readonly ownDirectory: string
}

/** Inside the working directories by its real name, and no part of the own files of a repository or of this program. */
export const isOurs = (path: string, deps: RewindDeps): boolean => {
  const parent = resolveReal(dirname(path))
  return isAllowed(path, deps) && parent.ok && parent.real === dirname(path)
}

const isAllowed = (path: string, { roots, caseSensitive, ownDirectory }: RewindDeps): boolean =>
  !isInside(path, ownDirectory, { caseSensitive }) &&
  !path.split('/').some(part => part.toLowerCase() === '.git') &&
  roots.some(root => path !== root && isInside(path, root, { caseSensitive }))

/**
 * Where a rewind finds room. A link, a file or a pipe may stand where a directory was: what was in that directory can
 * only come back after it has gone, and never through it.
 */
export class RewindRoom {
  readonly #deps: RewindDeps
  readonly #blockers = new Map<string, string | undefined>()
  readonly #going = new Set<string>()

  constructor(deps: RewindDeps) {
    this.#deps = deps
  }

  /** Nothing will be at this path when what comes back is written. */
  leaves(path: string): void {
    this.#going.add(path)
  }

  isLeaving(path: string): boolean {
    return this.#going.has(path)
  }

  /**
   * `closed`: a link on the way leads elsewhere, or it is not ours to touch. `behind`: what stands in the way goes first.
   */
  wayTo(path: string): 'open' | 'behind' | 'closed' {
    const blocker = isAllowed(path, this.#deps) ? this.#blockerOf(dirname(path)) : undefined
    if (blocker !== undefined) return this.#going.has(blocker) ? 'behind' : 'closed'
    return isOurs(path, this.#deps) ? 'open' : 'closed'
  }

  /** The topmost thing on the way that is there and is no directory. */
  #blockerOf(directory: string): string | undefined {
    if (this.#blockers.has(directory)) return this.#blockers.get(directory)
    const above = dirname(directory)
    const isTop = above === directory || this.#deps.roots.includes(directory)
    const blocker = isTop ? undefined : (this.#blockerOf(above) ?? blockerAt(directory))
    this.#blockers.set(directory, blocker)
    return blocker
  }
}

const blockerAt = (directory: string): string | undefined => {
  const stats = lookAny(directory)
  return stats === undefined || stats.isDirectory() ? undefined : directory
}

export const isPipeOrSocket = (path: string): boolean => {
  const stats = lookAny(path)
  return stats !== undefined && (stats.isFIFO() || stats.isSocket())
}

/** Pipes and sockets that came where something else was: they hold nothing, and go when that comes back. */
export const specialsInTheWay = ({ specials, stories, folders }: Since): readonly string[] => {
  const wanted = [...stories, ...folders].filter(({ first }) => first !== null).map(({ path }) => path)
  return specials.filter(
    special =>
      wanted.some(path => path === special || path.startsWith(`${special}/`)) && isPipeOrSocket(special),
  )
}
