import { dirname, sep } from 'node:path'

/**
 * What a path is inside the sandbox. `tmp` is the session's private directory, `read` opens what lies in it or
 * in something hidden, `keep` is a writable directory that can be neither moved nor replaced, `guard` something that must
 * not change, `mask` a file in whose place its `copy` is seen, `hide` nothing at all.
 */
export interface Mount {
  readonly kind: 'tmp' | 'write' | 'keep' | 'read' | 'guard' | 'mask' | 'hide'
  /** Absolute, links resolved. */
  readonly path: string
  readonly of: 'file' | 'directory'
  readonly copy?: string
  /** What is seen there, of what can be written; absent: what lies there. */
  readonly source?: string
  /** What may be gone by the time it is laid out is left out then. */
  readonly passing?: boolean
}

/** A file, and the copy that is seen in its place. */
export interface MaskedPath {
  /** Absolute, links resolved. */
  readonly path: string
  readonly copy: string
}

/** Of two wishes for the same path the stricter counts; a working directory is more than a place for passing files. */
const STRICTNESS = ['tmp', 'read', 'keep', 'write', 'guard', 'mask', 'hide'] as const

const depth = (path: string): number => (path === sep ? 0 : path.split(sep).length)

/**
 * Puts mounts into the order in which they must be made: outer ones first, so that the inner ones lie on top. Leaves
 * out what has no effect, because there is nothing of the outside to be seen or changed at that place anyway.
 */
export const arrangeMounts = (wishes: readonly Mount[]): readonly Mount[] => {
  const strictest = new Map<string, Mount>()
  for (const wish of wishes) {
    const other = strictest.get(wish.path)
    if (!other || STRICTNESS.indexOf(wish.kind) > STRICTNESS.indexOf(other.kind))
      strictest.set(wish.path, wish)
  }
  const sorted = [...strictest.values()].sort(
    (a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1),
  )
  const placed = new Map<string, Mount>()
  for (const mount of sorted)
    if (hasEffect(mount, enclosing(mount.path, placed))) placed.set(mount.path, mount)
  return [...placed.values()]
}

const enclosing = (path: string, placed: ReadonlyMap<string, Mount>): Mount['kind'] | 'read' => {
  for (let at = dirname(path); ; at = dirname(at)) {
    const found = placed.get(at)
    if (found) return found.kind
    // The whole system, read-only, is what everything else lies on.
    if (at === dirname(at)) return 'read'
  }
}

const hasEffect = (mount: Mount, outer: Mount['kind']): boolean => {
  if (mount.kind === 'hide') return outer !== 'tmp' && outer !== 'hide'
  if (mount.kind === 'read') return outer === 'tmp' || outer === 'hide'
  if (mount.kind === 'guard' || mount.kind === 'keep') return outer === 'write' || outer === 'keep'
  return true
}

/** The same mounts with these directories to be read and nothing else, but for what is hidden in them. */
export const readOnlyBelow = (roots: readonly string[], mounts: readonly Mount[]): readonly Mount[] => {
  const isBelow = (path: string): boolean =>
    roots.some(root => path === root || path.startsWith(`${root}${sep}`))
  const kept = mounts.filter(({ kind, path }) => kind === 'hide' || kind === 'mask' || !isBelow(path))
  const hidden = new Set(kept.flatMap(({ kind, path }) => (kind === 'hide' ? [path] : [])))
  const held = roots
    .filter(root => !hidden.has(root))
    .map(path => ({ kind: 'guard', path, of: 'directory' }) as const)
  // What lies in a directory is laid over it.
  return [...kept, ...held].toSorted((a, b) => depth(a.path) - depth(b.path))
}
