import type { Stats } from 'node:fs'
import { dirname } from 'node:path'
import type { PathContent } from './path-content.ts'
import { isFresh, type Stamp, stampOf } from './stamp.ts'

/** A file or link as it was last seen. */
export interface Known {
  readonly held: PathContent
  /** Where it is. */
  readonly directory: string
  /** `undefined`: changed so lately that its times prove nothing; it is read again. */
  readonly stamp: Stamp | undefined
  readonly inode: number
}

/** What was last seen in the working directories, by path, and what of it is not written down yet. */
export class KnownFiles {
  readonly #files = new Map<string, Known>()
  /** Paths since {@link takeChanged}; undefined before its first call, when all of them are. */
  #changed: Set<string> | undefined
  /** The directory of the file that was remembered last. */
  #directory = ''

  get size(): number {
    return this.#files.size
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  get(path: string): Known | undefined {
    return this.#files.get(path)
  }

  values(): Iterable<Known> {
    return this.#files.values()
  }

  [Symbol.iterator](): Iterator<[string, Known]> {
    return this.#files[Symbol.iterator]()
  }

  set(path: string, known: Known): void {
    this.#files.set(path, known)
    this.#changed?.add(path)
  }

  delete(path: string): void {
    if (this.#files.delete(path)) this.#changed?.add(path)
  }

  remember(
    path: string,
    at: { readonly held: PathContent; readonly stats: Stats; readonly started: number },
  ): void {
    this.set(path, {
      held: at.held,
      directory: this.directoryOf(path),
      stamp: isFresh(at.stats, at.started) ? undefined : stampOf(at.stats),
      inode: at.stats.ino,
    })
  }

  /** A tool or a rewind wrote this: there is no copy, and no look at it yet. */
  expect(path: string, held: PathContent): void {
    this.set(path, { held, directory: dirname(path), stamp: undefined, inode: 0 })
  }

  /** Files come in order: those of one directory share its name. */
  directoryOf(path: string): string {
    const isSame = path.startsWith(this.#directory) && path.lastIndexOf('/') === this.#directory.length
    if (!isSame) this.#directory = dirname(path)
    return this.#directory
  }

  /** Paths that changed since the last call; the first time all of them. */
  takeChanged(): Iterable<string> {
    const changed = this.#changed ?? this.#files.keys()
    this.#changed = new Set()
    return changed
  }
}
