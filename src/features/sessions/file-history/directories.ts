import type { Stats } from 'node:fs'
import { above } from './child-path.ts'
import { isFresh, isSameStamp, lookAny, type Stamp } from './stamp.ts'

/** What is remembered from one look to the next: of a plain directory, how the one above it was then. */
export type PlainMemory = Map<string, Stamp>

export interface DirectoriesOptions {
  /** Real paths: what is above them is not asked about. */
  readonly roots: readonly string[]
  /** When this look began, by the wall clock. */
  readonly started: number
  readonly memory?: PlainMemory
  readonly look?: (path: string) => Stats | undefined
}

/** The directories of one look at the working directories, each looked at once at most. */
export class Directories {
  readonly #roots: ReadonlySet<string>
  readonly #started: number
  readonly #memory: PlainMemory
  readonly #lookAt: (path: string) => Stats | undefined
  readonly #stats = new Map<string, Stats | undefined>()
  readonly #plain = new Map<string, boolean>()

  constructor({ roots, started, memory = new Map(), look = lookAny }: DirectoriesOptions) {
    this.#roots = new Set(roots)
    this.#started = started
    this.#memory = memory
    this.#lookAt = look
  }

  /** `undefined` for what is no directory: a link to one is none either. */
  look(directory: string): Stats | undefined {
    if (this.#stats.has(directory)) return this.#stats.get(directory)
    const stats = this.#lookAt(directory)
    const found = stats?.isDirectory() ? stats : undefined
    this.#stats.set(directory, found)
    return found
  }

  /** It and all directories above it up to a working directory are directories: what is named below it is below it. */
  isPlain(directory: string): boolean {
    const known = this.#plain.get(directory)
    if (known !== undefined) return known
    const parent = above(directory)
    const isTop = this.#roots.has(directory) || parent === directory
    const plain = isTop ? this.look(directory) !== undefined : this.#isPlainIn(parent, directory)
    this.#plain.set(directory, plain)
    return plain
  }

  /** Whoever puts something else in the place of a directory changes the one above it: while that is as it was, so is this. */
  #isPlainIn(parent: string, directory: string): boolean {
    if (!this.isPlain(parent)) return false
    const stats = this.look(parent)
    if (!stats) return false
    const before = this.#memory.get(directory)
    if (before && isSameStamp(before, stats)) return true
    const isThere = this.look(directory) !== undefined
    // Changed so lately that another change might leave the same times: that proves nothing.
    if (isThere && !isFresh(stats, this.#started)) this.#memory.set(directory, stats)
    else this.#memory.delete(directory)
    return isThere
  }
}

/** These and all that are above them. */
export const withParents = (directories: Iterable<string>): ReadonlySet<string> => {
  const parents = new Set<string>()
  for (const directory of directories)
    for (let at = directory; !parents.has(at); at = above(at)) parents.add(at)
  return parents
}
