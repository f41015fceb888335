import { type Dirent, readdirSync, type Stats } from 'node:fs'
import { below } from './child-path.ts'
import { type Directories, withParents } from './directories.ts'
import { PERMISSION_BITS } from './file-version.ts'
import type { JournalFolder } from './journal.ts'
import type { Area } from './list-tree.ts'
import { isFresh, isSameStamp, isSpecial, lookAny, type Stamp, stampOf, TICK_MS } from './stamp.ts'

/** One look at the working directories, after their files were listed and looked at. */
export interface FolderScan {
  readonly areas: readonly Area[]
  /** Directories of files that came since the last look. */
  readonly touched: ReadonlySet<string>
  readonly roots: readonly string[]
  readonly directories: Directories
  /** When this look began and when the last one did, by the wall clock. */
  readonly started: number
  readonly lastLook: number
  /** The last list named everything: what it had not is new. */
  readonly wasComplete: boolean
  /** Directories that were made for new files. */
  readonly made: ReadonlySet<string>
}

export interface FolderStep {
  readonly folders: readonly JournalFolder[]
  /** Pipes, sockets and devices that came. */
  readonly specials: readonly string[]
  /** Such that are gone: nobody can bring them back. */
  readonly lost: readonly string[]
}

/** To find out whether a directory of a repository holds no file at all, at most so many are read. */
const MOST_READ = 100

/**
 * The directories below the working directories, with their modes, and what is neither file, link nor directory. Where
 * git keeps a directory, only those are known that hold listed files, and those that came since: one that was empty all
 * along is not told from one that is ignored.
 */
export class Folders {
  readonly #modes = new Map<string, number>()
  /** To know one again that was moved. */
  readonly #inodes = new Map<string, number>()
  /** Directories whose mode was not taken by {@link takeChanged} yet. */
  readonly #changed = new Set<string>()
  readonly #specials = new Set<string>()
  /** Of directories in a repository: while it is the same nothing came into it or went. */
  readonly #stamps = new Map<string, Stamp>()

  /** This was done by a rewind: it is no news. */
  expect(path: string, mode: number | null): void {
    if (mode === null) this.#modes.delete(path)
    else this.#modes.set(path, mode)
    if (mode === null) this.#inodes.delete(path)
    this.#changed.add(path)
  }

  /** It was there at the last look. */
  has(path: string): boolean {
    return this.#modes.has(path)
  }

  get specials(): ReadonlySet<string> {
    return this.#specials
  }

  /** From an earlier look. */
  goOnFrom(at: {
    readonly folders: Iterable<readonly [path: string, mode: number]>
    readonly specials: Iterable<string>
  }): void {
    for (const [path, mode] of at.folders) this.#modes.set(path, mode)
    for (const path of at.specials) this.#specials.add(path)
  }

  /** What changed since the last call: the mode, or null. */
  takeChanged(): readonly (readonly [path: string, mode: number | null])[] {
    const changed = [...this.#changed].map(path => [path, this.#modes.get(path) ?? null] as const)
    this.#changed.clear()
    return changed
  }

  /** The first look: nothing is a change yet. */
  take(look: FolderScan): void {
    for (const path of this.#listed(look)) {
      const stats = look.directories.look(path)
      if (stats) this.#see(path, stats)
    }
    for (const { specials = [] } of look.areas) for (const path of specials) this.#specials.add(path)
    this.#stampRepositories(look)
  }

  compare(look: FolderScan): FolderStep {
    const gone = new Set<number>()
    const folders = this.#compareKnown(look, gone)
    const specials: string[] = []
    const seen = new Set<string>()
    for (const { folders: walked = [], specials: odd = [] } of look.areas) {
      for (const path of walked) if (this.#isNew(path, look)) folders.push(this.#add(path, look))
      for (const path of odd) {
        seen.add(path)
        if (!this.#specials.has(path) && (look.wasComplete || isBornSince(path, look))) specials.push(path)
      }
    }
    for (const path of look.made) if (!this.#modes.has(path)) folders.push(this.#add(path, look))
    const found = this.#inChanged(look, gone)
    for (const path of found.folders) if (!this.#modes.has(path)) folders.push(this.#add(path, look))
    const lost = [...this.#specials].filter(path => !seen.has(path) && !isSpecial(lookAny(path)))
    for (const path of lost) this.#specials.delete(path)
    for (const path of [...specials, ...found.specials]) this.#specials.add(path)
    for (const path of this.#listed(look)) {
      if (this.#modes.has(path)) continue
      const change = this.#add(path, look)
      // Others were there before, without a file that anybody listed.
      if (gone.has(this.#inodes.get(path) ?? -1)) folders.push(change)
    }
    this.#stampRepositories(look)
    return {
      folders: folders.filter(({ before, after }) => before !== after),
      specials: [...specials, ...found.specials],
      lost,
    }
  }

  /** @param gone gets the inodes of those that are not where they were */
  #compareKnown({ directories }: FolderScan, gone: Set<number>): JournalFolder[] {
    const changes: JournalFolder[] = []
    for (const [path, before] of this.#modes) {
      const stats = directories.isPlain(path) ? directories.look(path) : undefined
      const after = stats ? modeOf(stats) : null
      const inode = this.#inodes.get(path)
      // Another one in its place: the one that was there may be elsewhere now.
      if (inode !== undefined && inode !== stats?.ino) gone.add(inode)
      if (stats) this.#inodes.set(path, stats.ino)
      if (after === before) continue
      changes.push({ path, before, after })
      this.expect(path, after)
    }
    return changes
  }

  #isNew(path: string, look: FolderScan): boolean {
    return !this.#modes.has(path) && (look.wasComplete || isBornSince(path, look))
  }

  #add(path: string, { directories }: FolderScan): JournalFolder {
    const stats = directories.look(path)
    if (stats) this.#see(path, stats)
    return { path, before: null, after: stats ? modeOf(stats) : null }
  }

  #see(path: string, stats: Stats): void {
    this.expect(path, modeOf(stats))
    this.#inodes.set(path, stats.ino)
  }

  /** Directories with listed files in them at any depth, and all that were walked. */
  *#listed({ areas, touched, roots }: FolderScan): Iterable<string> {
    const within = roots.map(root => `${root}/`)
    for (const path of withParents(touched)) if (within.some(root => path.startsWith(root))) yield path
    for (const { folders = [] } of areas) yield* folders
  }

  #stampRepositories(look: FolderScan): void {
    for (const path of this.#inRepositories(look)) {
      const stats = look.directories.look(path)
      if (stats && !isFresh(stats, look.started)) this.#stamps.set(path, stampOf(stats))
      else this.#stamps.delete(path)
    }
  }

  *#inRepositories({ areas }: FolderScan): Iterable<string> {
    const tops = areas.filter(({ git }) => git).map(({ directory }) => directory)
    if (tops.length === 0) return
    yield* tops
    const within = tops.map(top => `${top}/`)
    for (const path of this.#modes.keys()) if (within.some(top => path.startsWith(top))) yield path
  }

  /** What git does not list: empty directories and odd files that came into a directory since. */
  #inChanged(
    look: FolderScan,
    gone: ReadonlySet<number>,
  ): {
    readonly folders: readonly string[]
    readonly specials: readonly string[]
  } {
    const folders: string[] = []
    const specials: string[] = []
    for (const directory of this.#inRepositories(look)) {
      const stats = look.directories.look(directory)
      const before = this.#stamps.get(directory)
      if (!stats || (before && isSameStamp(before, stats))) continue
      for (const entry of entriesOf(directory) ?? []) {
        const path = below(directory, entry.name)
        if (entry.isDirectory()) {
          if (entry.name === '.git' || this.#modes.has(path)) continue
          if (!isBornSince(path, look) && !gone.has(lookAny(path)?.ino ?? -1)) continue
          const tree = unlistedTree(path)
          folders.push(...tree.folders)
          specials.push(...tree.specials)
        } else if (isSpecial(entry) && !this.#specials.has(path) && isBornSince(path, look))
          specials.push(path)
      }
    }
    return { folders, specials }
  }
}

const modeOf = (stats: Stats): number => stats.mode & PERMISSION_BITS

const isBornSince = (path: string, { lastLook }: FolderScan): boolean =>
  (lookAny(path)?.birthtimeMs ?? 0) >= lastLook - TICK_MS

/** It and all below it, when there is nothing that git would list or ignore: no file and no link. */
const unlistedTree = (
  path: string,
): { readonly folders: readonly string[]; readonly specials: readonly string[] } => {
  const folders = [path]
  const specials: string[] = []
  for (const directory of folders) {
    const entries = folders.length > MOST_READ ? undefined : entriesOf(directory)
    if (!entries || entries.some(entry => entry.isFile() || entry.isSymbolicLink()))
      return { folders: [], specials: [] }
    for (const entry of entries) (entry.isDirectory() ? folders : specials).push(below(directory, entry.name))
  }
  return { folders, specials }
}

const entriesOf = (directory: string): readonly Dirent[] | undefined => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // Gone meanwhile, or not ours to read.
    return undefined
  }
}
