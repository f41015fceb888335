import { basename, dirname } from 'node:path'
import type { Guarded } from './plan.ts'
import { ProtectedTree, type TreeOptions, type TreeView } from './protected-tree.ts'
import { holdsOnly, readSavedContent } from './saved-content.ts'
import { putBack, type SavedContent, setAside } from './set-aside.ts'
import { type Sighting, sight } from './sighting.ts'
import { StandIns } from './stand-ins.ts'

/** What one command is kept from changing, and what must not be read. */
export interface GuardedView {
  readonly guarded: readonly Guarded[]
  readonly hidden: readonly string[]
  /** Directories that nobody looked into, and that are therefore kept from changing altogether. */
  readonly frozen: readonly string[]
  /** Another command is inside, and may change directories while mounts are made on them. */
  readonly shared: boolean
  /** Links with a protected name: where they lead must not change either. */
  readonly links: readonly string[]
}

/** More mounts than this are not made for directories that were not looked into: one further out takes their place. */
const MOST_FROZEN = 256

/**
 * Watches over protected names while sandboxed commands run. What is there is kept from changing by the sandbox; what
 * appears although it was not there is given another name when a command ends, before anything outside can obey it.
 *
 * Who made something cannot be told from the file. So as long as a command runs inside, only two things count as not
 * its work: what was there when the first of them began and is still the same file, and what a tool of ours wrote with
 * the person's leave and still reads the same. A file that was replaced, by whomever, has lost the mount that
 * protected it inside: it is set aside, and what was there before is put back.
 */
export class Guard implements Disposable {
  readonly #tree: ProtectedTree
  readonly #options: TreeOptions
  readonly #standIns: StandIns
  #known = new Map<string, Sighting>()
  /** To be put back, by path. */
  readonly #kept = new Map<string, { readonly of: Sighting; readonly kept: SavedContent }>()
  /** What tools were allowed to write since a command is inside. */
  readonly #expected = new Map<string, Uint8Array>()
  /** What is known but lies under no mount in commands that run: only its content tells. */
  readonly #loose = new Set<string>()
  #frozen: readonly string[] = []
  #inside = 0

  constructor(options: TreeOptions) {
    this.#options = options
    this.#tree = new ProtectedTree(options)
    this.#standIns = new StandIns(options)
  }

  /** Before a command: what is there now counts, unless a sandboxed command that still runs may have made it. */
  enter(): GuardedView & { readonly setAside: readonly string[]; leave(): readonly string[] } {
    const { view, moved } = this.#inside === 0 ? this.#begin() : this.#compare()
    const here = [...this.#known.values()]
    const standIns = this.#standIns.take(here)
    this.#inside += 1
    const guarded = here.flatMap((one): readonly Guarded[] =>
      one.kind === 'link' ? [] : [{ path: one.path, kind: one.kind }],
    )
    return {
      guarded: [...guarded, ...standIns.map(path => ({ path, kind: 'directory' as const }))],
      links: here.filter(one => one.kind === 'link').map(one => one.path),
      hidden: view.hidden,
      frozen: this.#frozen,
      shared: this.#inside > 1,
      setAside: moved,
      leave: () => {
        const last = this.check()
        this.#inside -= 1
        this.#standIns.release(standIns)
        return last
      },
    }
  }

  /** A tool outside the sandbox is about to write this to the path, with the person's leave. */
  expect(path: string, data: Uint8Array): void {
    if (this.#inside > 0) this.#expected.set(path, data)
  }

  /** Sets aside what a sandboxed command that still runs may have made; answers with the new names. */
  check(): readonly string[] {
    return this.#inside > 0 ? this.#compare().moved : []
  }

  [Symbol.dispose](): void {
    this.#standIns[Symbol.dispose]()
  }

  #begin(): { readonly view: TreeView; readonly moved: readonly string[] } {
    const view = this.#tree.look()
    this.#expected.clear()
    this.#loose.clear()
    this.#known = byPath(view.protected)
    this.#frozen = fewer(view.unseen, this.#options.roots())
    this.#keep()
    return { view, moved: [] }
  }

  /** What was read once and has not changed is not read again. */
  #keep(): void {
    for (const path of this.#kept.keys()) if (!this.#known.has(path)) this.#kept.delete(path)
    for (const one of this.#known.values()) {
      const before = this.#kept.get(one.path)?.of
      if (before?.id === one.id && before.ctimeMs === one.ctimeMs) continue
      const kept = readSavedContent(one)
      if (kept) this.#kept.set(one.path, { of: one, kept })
      else this.#kept.delete(one.path)
    }
  }

  #compare(): { readonly view: TreeView; readonly moved: readonly string[] } {
    const wasSeen = this.#tree.seen()
    const view = this.#tree.look({ thorough: true })
    const moved = this.#setAsideUnseen(view.unseen, wasSeen)
    const accepted: Sighting[] = []
    for (const one of view.protected) {
      if (this.#standIns.isOurs(one)) continue
      if (this.#isOurs(one)) accepted.push(one)
      else {
        const renamed = setAside(one.path)
        if (renamed === undefined) continue
        moved.push(renamed)
        accepted.push(...this.#putBack(one))
      }
    }
    this.#known = byPath(accepted)
    return { view, moved }
  }

  /** What a tool wrote last, or what was there before; only in the directory in which it was. */
  #putBack(one: Sighting): readonly Sighting[] {
    const before = this.#known.get(one.path)
    const written = this.#expected.get(one.path)
    const kept = written ? { data: written, mode: 0o644 } : this.#kept.get(one.path)?.kept
    // A link that still says the same leads to something else: its end was forged, so it stays away.
    const isUntouched = kept && 'target' in kept && kept.target === one.link?.target
    if (!kept || isUntouched || before?.parent !== one.parent || !putBack(one.path, kept)) return []
    if ('data' in kept) {
      this.#expected.set(one.path, kept.data)
      this.#loose.add(one.path)
    }
    const [back] = sight(one.path, one.parent, this.#options)
    if (back?.link?.leads === before.link?.leads) return back ? [back] : []
    setAside(one.path)
    return []
  }

  /** Directories that a command has made in such numbers that nobody could look into them. */
  #setAsideUnseen(unseen: readonly string[], wasSeen: (path: string) => boolean): string[] {
    const tops = new Set<string>()
    for (const path of unseen) {
      if (this.#frozen.some(frozen => path === frozen || path.startsWith(`${frozen}/`))) continue
      let top = path
      while (!wasSeen(dirname(top)) && dirname(top) !== top) top = dirname(top)
      tops.add(top)
    }
    return [...tops].flatMap(path => setAside(path) ?? [])
  }

  #isOurs(one: Sighting): boolean {
    if (this.#isHeld(this.#known.get(one.path), one)) return true
    if (holdsOnly(one, this.#expected)) {
      this.#loose.add(one.path)
      return true
    }
    // A directory may be moved inside, with what it holds.
    const origin = [...this.#known.values()].find(({ id }) => id === one.id)
    const moved = origin?.parent === one.parent && basename(origin.path) === basename(one.path)
    return moved && this.#isHeld(origin, one)
  }

  #isHeld(before: Sighting | undefined, now: Sighting): boolean {
    return before !== undefined && !this.#loose.has(before.path) && isSame(before, now)
  }
}

/** The same file under its mount, or a link that says the same and leads to the same. */
const isSame = (before: Sighting, now: Sighting): boolean =>
  before.link || now.link
    ? before.link?.target === now.link?.target && before.link?.leads === now.link?.leads
    : before.id === now.id

const byPath = (sightings: readonly Sighting[]): Map<string, Sighting> =>
  new Map(sightings.map(one => [one.path, one]))

/** The outermost that can stand for the rest when there are too many. */
const fewer = (paths: readonly string[], roots: readonly string[]): readonly string[] => {
  let left = new Set(paths)
  const canRise = (path: string): boolean => !roots.includes(path) && dirname(path) !== path
  while (left.size > MOST_FROZEN) {
    const deepest = [...left].reduce((most, path) => (canRise(path) ? Math.max(most, depth(path)) : most), 0)
    if (deepest === 0) break
    left = new Set([...left].map(path => (canRise(path) && depth(path) === deepest ? dirname(path) : path)))
  }
  return [...left]
}

const depth = (path: string): number => path.split('/').length

/** Where files are left alone, nobody watches over them. */
export const UNGUARDED: ReturnType<Guard['enter']> = {
  guarded: [],
  links: [],
  hidden: [],
  frozen: [],
  shared: false,
  setAside: [],
  leave: () => [],
}
