import type { Stats } from 'node:fs'
import { above } from './child-path.ts'
import type { PathContent } from './path-content.ts'
import { isFresh, type Stamp, Stamps } from './stamp.ts'

/** A file or link as it was last seen. */
export interface Known {
  readonly held: PathContent
  /** Changed so lately, or by a tool, that its times prove nothing: it is read again. Its inode may count all the same. */
  readonly stamp: Stamp
  readonly isSure: boolean
}

const NO_STAMP: Stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0, mode: 0 }

/** What was last seen in the working directories, by path, and what of it is not written down yet. */
export class KnownFiles {
  readonly #rows = new Map<string, number>()
  readonly #held: PathContent[] = []
  readonly #directories: string[] = []
  readonly #stamps = new Stamps()
  readonly #free: number[] = []
  /** Paths since {@link takeChanged}; undefined before its first call, when all of them are. */
  #changed: Set<string> | undefined
  /** Directories in which a file was remembered since {@link takeDirectories}. */
  #touched = new Set<string>()
  #lastTouched: string | undefined
  /** The directory of the file that was remembered last. */
  #directory = ''

  has(path: string): boolean {
    return this.#rows.has(path)
  }

  held(path: string): PathContent | undefined {
    const row = this.#rows.get(path)
    return row === undefined ? undefined : this.#held[row]
  }

  /** Each path with its row, in the order in which they came. */
  rows(): Iterable<[path: string, row: number]> {
    return this.#rows
  }

  heldAt(row: number): PathContent {
    return this.#held[row] ?? 'uncovered'
  }

  directoryAt(row: number): string {
    return this.#directories[row] ?? ''
  }

  isAsSeen(row: number, stats: Stats): boolean {
    return this.#stamps.isSame(row, stats)
  }

  /** Its times prove something. */
  isSure(row: number): boolean {
    return this.#stamps.isKnown(row)
  }

  inodeAt(row: number): number {
    return this.#stamps.inode(row)
  }

  set(path: string, { held, stamp, isSure }: Known): void {
    let row = this.#rows.get(path)
    if (row === undefined) {
      row = this.#free.pop() ?? this.#held.length
      this.#rows.set(path, row)
      const directory = this.directoryOf(path)
      this.#directories[row] = directory
      if (directory !== this.#lastTouched) this.#touched.add(directory)
      this.#lastTouched = directory
    }
    this.#held[row] = held
    this.#stamps.set(row, stamp, isSure)
    this.#changed?.add(path)
  }

  delete(path: string): void {
    const row = this.#rows.get(path)
    if (row === undefined) return
    this.#rows.delete(path)
    this.#held[row] = 'uncovered'
    this.#free.push(row)
    this.#changed?.add(path)
  }

  clear(): void {
    for (const path of [...this.#rows.keys()]) this.delete(path)
    this.#touched.clear()
    this.#lastTouched = undefined
  }

  remember(
    path: string,
    at: { readonly held: PathContent; readonly stats: Stats; readonly started: number },
  ): void {
    this.set(path, { held: at.held, stamp: at.stats, isSure: !isFresh(at.stats, at.started) })
  }

  /** A tool or a rewind wrote this: there is no copy, and no look at it yet. */
  expect(path: string, held: PathContent): void {
    this.set(path, { held, stamp: NO_STAMP, isSure: false })
  }

  /** Files come in order: those of one directory share its name. */
  directoryOf(path: string): string {
    const isSame = path.lastIndexOf('/') === this.#directory.length && path.startsWith(this.#directory)
    if (!isSame) this.#directory = above(path)
    return this.#directory
  }

  /** Of files that came since the last call. */
  takeDirectories(): ReadonlySet<string> {
    const touched = this.#touched
    this.#touched = new Set()
    this.#lastTouched = undefined
    return touched
  }

  /** What changed since the last call; the first time all of it. */
  takeChanged(): {
    readonly paths: readonly string[]
    readonly held: readonly PathContent[]
    readonly stamps: Uint8Array
    readonly gone: readonly string[]
  } {
    const paths: string[] = []
    const rows: number[] = []
    const gone: string[] = []
    for (const path of this.#changed ?? this.#rows.keys()) {
      const row = this.#rows.get(path)
      if (row === undefined) gone.push(path)
      else {
        paths.push(path)
        rows.push(row)
      }
    }
    this.#changed = new Set()
    return { paths, held: rows.map(row => this.heldAt(row)), stamps: this.#stamps.bytes(rows), gone }
  }
}
