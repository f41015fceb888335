import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

export interface Checkout {
  /** Where the work tree around the start begins. */
  readonly root: string
  /** The main checkout of the same repository: `root` itself unless it is a worktree that the main side knows. */
  readonly main: string
}

const MAX_POINTER_BYTES = 4096

/**
 * The checkout a real path belongs to, by looking upwards; no program is run. A `.git` file that points elsewhere leads
 * to another checkout only if that one's own notes name this work tree: anybody can write a pointer.
 */
export const findCheckout = (start: string): Checkout | undefined => {
  for (let at = start; ; at = dirname(at)) {
    const entry = entryAt(join(at, '.git'))
    if (entry) return { root: at, main: entry.isFile() ? (confirmedMain(at) ?? at) : at }
    if (dirname(at) === at) return undefined
  }
}

const entryAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // Where we may not look, there is no checkout for us: what is trusted then is less.
    return undefined
  }
}

const confirmedMain = (root: string): string | undefined => {
  try {
    const pointer = /^gitdir:\s*(.+)$/.exec(firstLine(join(root, '.git')) ?? '')?.[1]
    if (pointer === undefined) return undefined
    const own = realpathSync.native(resolve(root, pointer))
    const shared = firstLine(join(own, 'commondir'))
    const back = firstLine(join(own, 'gitdir'))
    if (shared === undefined || back === undefined) return undefined
    const repository = realpathSync.native(resolve(own, shared))
    // What only claims to belong to a repository lies somewhere else than in it.
    if (dirname(own) !== join(repository, 'worktrees') || basename(repository) !== '.git') return undefined
    if (
      resolve(own, back) !== join(root, '.git') &&
      realpathSync.native(resolve(own, back)) !== join(root, '.git')
    )
      return undefined
    return dirname(repository)
  } catch {
    // A pointer that leads nowhere, or where we may not look, is confirmed by nobody.
    return undefined
  }
}

const firstLine = (path: string): string | undefined => {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts?.isFile() || facts.size > MAX_POINTER_BYTES) return undefined
  return readFileSync(path, 'utf8').split('\n', 1)[0]?.trim() || undefined
}
