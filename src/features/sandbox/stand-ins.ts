import { join } from 'node:path'
import { isInside } from '../../lib/paths.ts'
import { findLinkedWorktree } from './linked-worktree.ts'
import type { TreeOptions } from './protected-tree.ts'
import { makeEmpty, removeEmpty } from './set-aside.ts'
import type { Sighting } from './sighting.ts'

/**
 * Directories that are obeyed at once, by this program, git or an editor: at the top of a working directory they cannot
 * even be made, because an empty one stands in while a command runs.
 */
const NAMES = ['.capstan', '.claude', '.git', '.vscode', '.husky']

/** Empty directories that we made, with the number of commands that need them. */
export class StandIns implements Disposable {
  readonly #held = new Map<string, { readonly id: string; readonly count: number }>()
  readonly #options: Pick<TreeOptions, 'roots' | 'executed'>

  constructor(options: Pick<TreeOptions, 'roots' | 'executed'>) {
    this.#options = options
  }

  /** Makes what is missing for one more command; answers with what stands in for it. */
  take(here: readonly Sighting[]): readonly string[] {
    const wanted = [
      ...this.#options.roots().flatMap(root => NAMES.map(name => join(root, name))),
      ...this.#executedDirectories(),
      ...here.filter(one => one.kind === 'repository').map(one => join(one.path, 'hooks')),
      // Of a worktree, the hooks are in its repository.
      ...this.#options.roots().flatMap(root => {
        const linked = findLinkedWorktree(root)
        return linked ? [join(linked.commonDir, 'hooks')] : []
      }),
    ]
    return wanted.filter(path => {
      const held = this.#held.get(path)
      // One that somebody outside has removed meanwhile is made again.
      const id = makeEmpty(path) ?? held?.id
      if (id === undefined) return false
      this.#held.set(path, { id, count: (held?.count ?? 0) + 1 })
      return true
    })
  }

  /** Directories of which everything is run, in a working directory. */
  #executedDirectories(): readonly string[] {
    const roots = this.#options.roots()
    const whole = (this.#options.executed?.()?.paths ?? []).filter(one => one.whole)
    return [...new Set(whole.map(({ path }) => path))].filter(path =>
      roots.some(root => path !== root && isInside(path, root, { caseSensitive: true })),
    )
  }

  /** Still the one that we made: another one in its place is not under a mount inside. */
  isOurs({ path, id }: Pick<Sighting, 'path' | 'id'>): boolean {
    return this.#held.get(path)?.id === id
  }

  release(paths: readonly string[]): void {
    for (const path of paths) {
      const held = this.#held.get(path)
      if (held && held.count > 1) this.#held.set(path, { ...held, count: held.count - 1 })
      else {
        this.#held.delete(path)
        removeEmpty(path)
      }
    }
  }

  [Symbol.dispose](): void {
    for (const path of this.#held.keys()) removeEmpty(path)
    this.#held.clear()
  }
}
