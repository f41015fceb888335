import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openUp } from './opened-directory.ts'
import { GIT_GUARDED, type Guarded, guardedAbove } from './plan.ts'
import { idOf, type Sighting, sight } from './sighting.ts'
import { look } from './visible-files.ts'

export interface TreeView {
  readonly protected: readonly Sighting[]
  /** Paths whose last name is one that must not be read. */
  readonly hidden: readonly string[]
  /** Directories that were not looked at: there are too many, or they cannot be read. */
  readonly unseen: readonly string[]
}

/** Files that this program, or one it starts, runs because of settings. */
export interface Executed {
  /** Tells by the whole path. */
  isExecuted(path: string): boolean
  /** Absolute paths that are known. */
  readonly paths: readonly { readonly path: string; readonly whole: boolean }[]
}

export interface TreeOptions {
  roots(): readonly string[]
  /** Tells by the last names of a path, such as `/.vscode` or `/.config/git`. */
  isProtected(path: string): boolean
  /** What settings in force run, as of now; the same value until that changes. Absent: nothing. */
  executed?(): Executed | undefined
  /** Tells by a name and the directory it is in. */
  isHidden(name: string, directory: string): boolean
  /** Milliseconds since 1970. */
  now(): number
  readonly maxDirectories?: number
}

interface Listing {
  readonly id: string
  readonly ctimeMs: number
  readonly readAt: number
  readonly executed: Executed | undefined
  readonly protected: readonly string[]
  readonly hidden: readonly string[]
  /** Paths. */
  readonly directories: readonly string[]
}

const MAX_DIRECTORIES = 200_000
/** A change within one tick of the file system's clock leaves no trace in the time; such a listing is read again. */
const TICK_MS = 50

/** Finds what is protected in the working directories, at any depth. Directories that did not change are not read again. */
export class ProtectedTree {
  readonly #options: TreeOptions
  #listings = new Map<string, Listing>()
  #executed: Executed | undefined

  constructor(options: TreeOptions) {
    this.#options = options
  }

  /** Tells which directories were looked into the last time. */
  seen(): (directory: string) => boolean {
    const listings = this.#listings
    return directory => listings.has(directory)
  }

  /**
   * Known directories come first, so that many new ones cannot keep us from an old one. With `thorough`, which is for
   * what a sandboxed command may have done, as many new ones again are looked at, and those that were made unreadable
   * are opened up.
   */
  look(how: { readonly thorough?: boolean } = {}): TreeView {
    this.#executed = this.#options.executed?.()
    const found: Sighting[] = []
    const hidden: string[] = []
    const unseen: string[] = []
    const kept = new Map<string, Listing>()
    const queue = new Queue(path => this.#listings.has(path))
    for (const root of this.#options.roots()) queue.push(root)
    const limit = this.#options.maxDirectories ?? MAX_DIRECTORIES
    const most = how.thorough ? this.#listings.size + limit : limit
    for (let path = queue.next(); path !== undefined && kept.size < most; path = queue.next()) {
      if (kept.has(path)) continue
      const listing = this.#list(path, how)
      if (listing === 'unreadable') unseen.push(path)
      if (typeof listing === 'string') continue
      kept.set(path, listing)
      for (const name of listing.protected) found.push(...sight(join(path, name), listing.id, this.#options))
      for (const name of listing.hidden) hidden.push(join(path, name))
      for (const directory of listing.directories) queue.push(directory)
      if (kept.size === most) break
    }
    this.#listings = kept
    return { protected: found, hidden, unseen: [...unseen, ...queue.rest()] }
  }

  #list(path: string, how: { readonly thorough?: boolean }): Listing | 'gone' | 'unreadable' {
    try {
      const stat = statSync(path)
      const known = this.#listings.get(path)
      const id = idOf(stat)
      const settled = known && known.readAt - known.ctimeMs > TICK_MS
      const executed = this.#executed
      const isSame = known?.id === id && known.ctimeMs === stat.ctimeMs && known.executed === executed
      if (settled && isSame) return known
      return { id, ctimeMs: stat.ctimeMs, readAt: this.#options.now(), executed, ...this.#read(path) }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EACCES' && code !== 'EPERM') return 'gone'
      return how.thorough && openUp(path) ? this.#list(path, {}) : 'unreadable'
    }
  }

  #read(path: string): Pick<Listing, 'protected' | 'hidden' | 'directories'> {
    const entries = readdirSync(path, { withFileTypes: true })
    const names = new Set(entries.map(entry => entry.name))
    // What git takes for a repository without being told: no settings of its own are needed for that.
    const isBare =
      names.has('HEAD') && ((names.has('objects') && names.has('refs')) || names.has('commondir'))
    const listed = { protected: [] as string[], hidden: [] as string[], directories: [] as string[] }
    for (const entry of entries) {
      const { name } = entry
      if (this.#isProtected(path, name) || (isBare && GIT_GUARDED.includes(name))) listed.protected.push(name)
      else if (entry.isDirectory()) listed.directories.push(join(path, name))
      if (this.#options.isHidden(name, path)) listed.hidden.push(name)
    }
    return listed
  }

  #isProtected(path: string, name: string): boolean {
    const { isProtected } = this.#options
    return (
      isProtected(`/${name}`) ||
      isProtected(`/${basename(path)}/${name}`) ||
      (this.#executed?.isExecuted(join(path, name)) ?? false)
    )
  }
}

const INSTALLED = /\/node_modules(?:\/|$)/

/** First what is known, then what is new, then what is installed: there is most of it, and it matters least. */
class Queue {
  readonly #lanes: readonly [string[], string[], string[]] = [[], [], []]
  readonly #at = [0, 0, 0]
  readonly #isKnown: (path: string) => boolean

  constructor(isKnown: (path: string) => boolean) {
    this.#isKnown = isKnown
  }

  push(path: string): void {
    const lane = this.#isKnown(path) ? 0 : INSTALLED.test(path) ? 2 : 1
    this.#lanes[lane].push(path)
  }

  next(): string | undefined {
    for (const [lane, paths] of this.#lanes.entries()) {
      const at = this.#at[lane] ?? 0
      if (at >= paths.length) continue
      this.#at[lane] = at + 1
      return paths[at]
    }
    return undefined
  }

  rest(): readonly string[] {
    return this.#lanes.flatMap((paths, lane) => paths.slice(this.#at[lane] ?? 0))
  }
}

/** What is there is kept from changing, and the directories above it from being moved with it. */
export const executedMounts = (
  executed: Executed | undefined,
  roots: readonly string[],
): readonly Guarded[] =>
  (executed?.paths ?? []).flatMap(({ path }) => {
    const { real, kind } = look(path)
    if (kind === 'missing') return []
    return [{ path: real, kind }, ...guardedAbove(real, roots)]
  })
