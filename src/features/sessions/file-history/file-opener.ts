import { closeSync, fstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import type { Directories } from './directories.ts'
import { openPlainly } from './file-version.ts'
import { isFresh, isSameStamp, lookAny } from './stamp.ts'

/** Gets an open regular file; what it answers is handed on, `undefined` when there is nothing to be had. */
type Use<T> = (file: { readonly fd: number; readonly stats: Stats }) => T | undefined

/**
 * Opens many files that one look at the working directories found, one directory after the other, without asking of
 * each where it is: the first of a directory is asked, and afterwards whether any directory above the others was
 * changed meanwhile. A link on the way leads to somebody else's file, and that is never taken for this one.
 */
export class FileOpener {
  readonly #directories: Directories
  readonly #root: string
  readonly #started: number
  readonly #used = new Map<string, string[]>()
  readonly #still = new Map<string, boolean>()
  #last = ''

  constructor(at: {
    readonly directories: Directories
    /** Real; what is above it is not asked about. */
    readonly root: string
    readonly started: number
  }) {
    this.#directories = at.directories
    this.#root = at.root
    this.#started = at.started
  }

  /** `undefined` also for what is no regular file, cannot be opened, or is not where its name says. */
  open<T>(path: string, directory: string, use: Use<T>): T | undefined {
    let fd: number
    try {
      fd = openPlainly(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return undefined
    }
    try {
      if (directory !== this.#last && !isAt(fd, path)) return undefined
      this.#last = directory
      const stats = fstatSync(fd)
      const found = stats.isFile() ? use({ fd, stats }) : undefined
      if (found !== undefined) this.#noteUse(directory, path)
      return found
    } finally {
      closeSync(fd)
    }
  }

  /** Those of the files that may have been others: a directory above them was changed since it was looked at. */
  doubtful(): readonly string[] {
    this.#still.clear()
    return [...this.#used].flatMap(([directory, paths]) => (this.#isInPlace(directory) ? [] : paths))
  }

  #noteUse(directory: string, path: string): void {
    const paths = this.#used.get(directory)
    if (paths) paths.push(path)
    else this.#used.set(directory, [path])
  }

  /** Whoever puts something else in the place of a directory changes the one above it. */
  #isInPlace(directory: string): boolean {
    const above = dirname(directory)
    if (directory === this.#root || above === directory) return true
    const known = this.#still.get(above)
    if (known !== undefined) return known
    const still = this.#isInPlace(above) && this.#isUnchanged(above)
    this.#still.set(above, still)
    return still
  }

  #isUnchanged(directory: string): boolean {
    const before = this.#directories.look(directory)
    const now = lookAny(directory)
    return !!before && !!now && isSameStamp(before, now) && !isFresh(before, this.#started)
  }
}

const isAt = (fd: number, path: string): boolean => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`) === path
  } catch {
    // No /proc, or one that may not be looked at.
    return false
  }
}
