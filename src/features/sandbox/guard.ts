import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Guarded } from './plan.ts'
import { ProtectedTree, type Sighting, type TreeOptions } from './protected-tree.ts'
import { setAside } from './set-aside.ts'

/**
 * Directories that are obeyed at once, by this program, git or an editor: at the top of a working directory they cannot
 * even be made, because an empty one stands in while a command runs.
 */
const STAND_INS = ['.capstan', '.claude', '.git', '.vscode', '.husky']

/** What one command is kept from changing, and what must not be read. */
export interface GuardedView {
  readonly guarded: readonly Guarded[]
  readonly hidden: readonly string[]
  readonly cut: boolean
  /** Links with a protected name: where they lead must not change either. */
  readonly links: readonly string[]
}

/**
 * Watches over protected names while sandboxed commands run. What is there is kept from changing by the sandbox; what
 * appears although it was not there is given another name when a command ends, before anything outside can obey it.
 */
export class Guard implements Disposable {
  readonly #tree: ProtectedTree
  readonly #options: TreeOptions
  #known = new Map<string, Sighting>()
  /** Stand-ins that we made, with the number of commands that need them. */
  readonly #standIns = new Map<string, number>()
  readonly #expected = new Set<string>()
  #inside = 0

  constructor(options: TreeOptions) {
    this.#options = options
    this.#tree = new ProtectedTree(options)
  }

  /** Before a command: what is there now counts, unless a sandboxed command that still runs has made it. */
  enter(): GuardedView & { readonly setAside: readonly string[]; leave(): readonly string[] } {
    const setAsideNow = this.#inside === 0 ? [] : this.#compare()
    const view = this.#tree.look()
    this.#known = byPath(view.protected)
    const here = view.protected.filter(sighting => !this.#standIns.has(sighting.path))
    const standIns = this.#standIn(here)
    this.#inside += 1
    const guarded = here.flatMap((one): readonly Guarded[] =>
      one.kind === 'link' ? [] : [{ path: one.path, kind: one.kind }],
    )
    return {
      guarded: [...guarded, ...standIns.map(path => ({ path, kind: 'directory' as const }))],
      links: here.filter(one => one.kind === 'link').map(one => one.path),
      hidden: view.hidden,
      cut: view.cut,
      setAside: setAsideNow,
      leave: () => {
        const moved = this.#compare()
        this.#inside -= 1
        this.#release(standIns)
        return moved
      },
    }
  }

  /** Something outside the sandbox is about to change this path, with the person's leave. */
  expect(path: string): void {
    if (this.#inside > 0) this.#expected.add(path)
  }

  /** A command outside the sandbox has ended: what appeared is taken to be its work. */
  acceptAll(): void {
    if (this.#inside > 0) this.#known = byPath(this.#tree.look().protected)
  }

  [Symbol.dispose](): void {
    this.#release([...this.#standIns.keys()])
  }

  /** Sets aside what a sandboxed command has made; answers with the new names. */
  #compare(): readonly string[] {
    const now = this.#tree.look().protected.filter(one => !this.#standIns.has(one.path))
    const moved: string[] = []
    const ids = new Set([...this.#known.values()].map(one => one.id))
    for (const one of now) {
      const renamed = this.#isOurs(one, ids) ? undefined : setAside(one.path)
      if (renamed !== undefined) moved.push(renamed)
    }
    this.#known = byPath(moved.length > 0 ? this.#tree.look().protected : now)
    return moved
  }

  /**
   * Was there before, or came from outside. What was there lies under a mount inside, so another file in the same
   * directory is the work of somebody outside; in another directory it is a forgery of the whole directory.
   */
  #isOurs(one: Sighting, ids: ReadonlySet<string>): boolean {
    const before = this.#known.get(one.path)
    if (ids.has(one.id) || before?.parent === one.parent) return true
    return [...this.#expected].some(path => path === one.path || path.startsWith(`${one.path}/`))
  }

  #standIn(here: readonly Sighting[]): readonly string[] {
    const wanted = [
      ...this.#options.roots().flatMap(root => STAND_INS.map(name => join(root, name))),
      ...here.filter(one => one.kind === 'repository').map(one => join(one.path, 'hooks')),
    ]
    return wanted.filter(path => {
      const count = this.#standIns.get(path)
      if (count === undefined && !makeEmpty(path)) return false
      this.#standIns.set(path, (count ?? 0) + 1)
      return true
    })
  }

  #release(paths: readonly string[]): void {
    for (const path of paths) {
      const count = (this.#standIns.get(path) ?? 1) - 1
      if (count > 0) this.#standIns.set(path, count)
      else {
        this.#standIns.delete(path)
        removeEmpty(path)
      }
    }
  }
}

const byPath = (sightings: readonly Sighting[]): Map<string, Sighting> =>
  new Map(sightings.map(one => [one.path, one]))

/** False when something is there, or nothing can be made there: not by us, and then not from inside either. */
const makeEmpty = (path: string): boolean => {
  try {
    mkdirSync(path, { mode: 0o755 })
    return true
  } catch {
    // EEXIST, EACCES, EROFS, ENOTDIR: the sentence above.
    return false
  }
}

const removeEmpty = (path: string): void => {
  try {
    rmdirSync(path)
  } catch {
    // Somebody outside has put something in, or taken it away: theirs now.
  }
}
