import { lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { GIT_GUARDED } from './plan.ts'

/** Something in a working directory that other programs run or obey. */
export interface Sighting {
  readonly path: string
  readonly kind: 'file' | 'directory' | 'repository' | 'link'
  /** Names this very file or directory, whatever it is called. */
  readonly id: string
  /** The directory it lies in. */
  readonly parent: string
}

export interface TreeView {
  readonly protected: readonly Sighting[]
  /** Paths whose last name is one that must not be read. */
  readonly hidden: readonly string[]
  /** There were more directories than could be looked at. */
  readonly cut: boolean
}

export interface TreeOptions {
  roots(): readonly string[]
  /** Tells by the last names of a path, such as `/.vscode` or `/.config/git`. */
  isProtected(path: string): boolean
  isHidden(name: string): boolean
  /** Milliseconds since 1970. */
  now(): number
  readonly maxDirectories?: number
}

interface Listing {
  readonly id: string
  readonly ctimeMs: number
  readonly readAt: number
  readonly protected: readonly string[]
  readonly hidden: readonly string[]
  /** Paths. */
  readonly directories: readonly string[]
}

const MAX_DIRECTORIES = 20_000
/** A change within one tick of the file system's clock leaves no trace in the time; such a listing is read again. */
const TICK_MS = 50
/** What is installed there is not obeyed by anything that runs elsewhere, and there is far too much of it. */
const NOT_ENTERED = new Set(['node_modules'])
const BARE_REPOSITORY = ['HEAD', 'config', 'objects', 'refs']

/** Finds what is protected in the working directories, at any depth. Directories that did not change are not read again. */
export class ProtectedTree {
  readonly #options: TreeOptions
  #listings = new Map<string, Listing>()

  constructor(options: TreeOptions) {
    this.#options = options
  }

  look(): TreeView {
    const found: Sighting[] = []
    const hidden: string[] = []
    const kept = new Map<string, Listing>()
    const queue = [...this.#options.roots()]
    const most = this.#options.maxDirectories ?? MAX_DIRECTORIES
    for (let at = 0; at < queue.length && at < most; at++) {
      const path = queue[at] ?? ''
      const listing = this.#list(path)
      if (!listing || kept.has(path)) continue
      kept.set(path, listing)
      for (const name of listing.protected) found.push(...sight(path, name, listing.id))
      for (const name of listing.hidden) hidden.push(join(path, name))
      for (const directory of listing.directories) queue.push(directory)
    }
    this.#listings = kept
    return { protected: found, hidden, cut: queue.length > most }
  }

  #list(path: string): Listing | undefined {
    try {
      const stat = statSync(path)
      const known = this.#listings.get(path)
      const id = idOf(stat)
      const settled = known && known.readAt - known.ctimeMs > TICK_MS
      if (settled && known.id === id && known.ctimeMs === stat.ctimeMs) return known
      return { id, ctimeMs: stat.ctimeMs, readAt: this.#options.now(), ...this.#read(path) }
    } catch {
      // Gone meanwhile, or not readable: then nothing can be put there from inside either.
      return undefined
    }
  }

  #read(path: string): Pick<Listing, 'protected' | 'hidden' | 'directories'> {
    const entries = readdirSync(path, { withFileTypes: true })
    const names = new Set(entries.map(entry => entry.name))
    const isBare = BARE_REPOSITORY.every(name => names.has(name))
    const listed = { protected: [] as string[], hidden: [] as string[], directories: [] as string[] }
    for (const entry of entries) {
      const { name } = entry
      if (this.#isProtected(path, name) || (isBare && (name === 'config' || name === 'hooks')))
        listed.protected.push(name)
      else if (entry.isDirectory() && !NOT_ENTERED.has(name)) listed.directories.push(join(path, name))
      if (this.#options.isHidden(name)) listed.hidden.push(name)
    }
    return listed
  }

  #isProtected(path: string, name: string): boolean {
    const { isProtected } = this.#options
    return isProtected(`/${name}`) || isProtected(`/${basename(path)}/${name}`)
  }
}

const idOf = (stat: { readonly dev: number; readonly ino: number }): string => `${stat.dev}:${stat.ino}`

/** With a git directory come the files in it that git obeys. */
const sight = (directory: string, name: string, parent: string): readonly Sighting[] => {
  const path = join(directory, name)
  try {
    const stat = lstatSync(path)
    const id = idOf(stat)
    if (stat.isSymbolicLink()) return [{ path, kind: 'link', id, parent }]
    if (!stat.isDirectory()) return [{ path, kind: 'file', id, parent }]
    if (!isRepository(path)) return [{ path, kind: 'directory', id, parent }]
    return [
      { path, kind: 'repository', id, parent },
      ...GIT_GUARDED.filter(inner => !inner.includes('/')).flatMap(inner => sightInner(path, inner, id)),
    ]
  } catch {
    // Gone between the listing and the look.
    return []
  }
}

const sightInner = (repository: string, name: string, parent: string): readonly Sighting[] => {
  const path = join(repository, name)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return []
  const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'directory' : 'file'
  return [{ path, kind, id: idOf(stat), parent }]
}

const isRepository = (path: string): boolean =>
  ['HEAD', 'config', 'objects'].every(name => lstatSync(join(path, name), { throwIfNoEntry: false }))
