import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs'
import { MovedError, pinPath } from '../../../lib/files/pinned-path.ts'
import type { FileVersion } from '../../../protocol/session/file-history.ts'

export const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

/** Same content and kind. Modes count only where both are known. */
export const isSameVersion = (a: FileVersion, b: FileVersion): boolean =>
  isSameContent(a, b) &&
  (a === null || b === null || 'link' in a || 'link' in b || (a.mode ?? b.mode) === (b.mode ?? a.mode))

export const isSameContent = (a: FileVersion, b: FileVersion): boolean => {
  if (a === null || b === null) return a === b
  if ('link' in a || 'link' in b) return 'link' in a && 'link' in b && a.link === b.link
  return a.hash === b.hash
}

/** A thing at a path as it is now. `other`: a directory, a device, or what cannot be looked at. */
export type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly stats: Stats }
  | { readonly kind: 'other'; readonly why: string }

/** Looks at a path without following a link in its last part. */
export const findAt = (path: string, maxBytes: number): Found =>
  translated(() => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats ? findSeen(path, { stats, maxBytes }) : { kind: 'nothing' }
  })

/**
 * The same for one that `lstat` has just told of, by its real path: a directory on the way that became a link since
 * leads to somebody else's file, and that is never taken for this one.
 */
export const findKnown = (path: string, seen: { readonly stats: Stats; readonly maxBytes: number }): Found =>
  translated(() => findSeen(path, { ...seen, open: openInPlace }))

const findSeen = (
  path: string,
  at: { readonly stats: Stats; readonly maxBytes: number; readonly open?: (path: string) => number },
): Found => {
  const { stats, maxBytes, open = openPlainly } = at
  if (stats.isSymbolicLink()) return { kind: 'link', link: readlinkSync(path) }
  if (stats.isFile()) return readFound(open(path), maxBytes)
  return { kind: 'other', why: stats.isDirectory() ? 'a directory is in its place' : 'not a regular file' }
}

const translated = (find: () => Found): Found => {
  try {
    return find()
  } catch (error) {
    if (error instanceof MovedError) return { kind: 'nothing' }
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code === 'ENOTDIR' || code === 'ENOENT') return { kind: 'nothing' }
    return { kind: 'other', why: `it cannot be read (${code})` }
  }
}

export const openPlainly = (path: string): number =>
  openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))

/** Nearly always the system says at once that this is the place; only else it is gone to name by name. */
const openInPlace = (path: string): number => {
  if (process.platform === 'linux') {
    const fd = openPlainly(path)
    try {
      if (readlinkSync(`/proc/self/fd/${fd}`) === path) return fd
    } catch {
      // No /proc, or one that may not be looked at: then by name.
    }
    closeSync(fd)
  }
  using held = pinPath(path)
  return held.open()
}

const readFound = (fd: number, maxBytes: number): Found => {
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile()) return { kind: 'other', why: 'not a regular file' }
    if (stats.size > maxBytes) return { kind: 'other', why: `larger than ${maxBytes} bytes` }
    return { kind: 'file', bytes: readWhole(fd, stats.size), stats }
  } finally {
    closeSync(fd)
  }
}

/** What was there when it was opened: a file that grows meanwhile is cut at its first size. */
const readWhole = (fd: number, size: number): Uint8Array => {
  const bytes = Buffer.allocUnsafe(size)
  return bytes.subarray(0, readInto(fd, bytes, { from: 0, size }))
}

/** Reads a file from its beginning on; says how much of it there was. */
export const readInto = (
  fd: number,
  bytes: Uint8Array,
  { from, size }: { readonly from: number; readonly size: number },
): number => {
  let done = 0
  while (done < size) {
    const count = readSync(fd, bytes, from + done, size - done, done)
    if (count === 0) break
    done += count
  }
  return done
}

export const PERMISSION_BITS = 0o777

/** `undefined` for what has no version: a directory, a device, an unreadable or overlarge file. */
export const versionOf = (found: Found): FileVersion | undefined => {
  switch (found.kind) {
    case 'nothing':
      return null
    case 'link':
      return { link: found.link }
    case 'file':
      return { hash: hashOf(found.bytes), mode: found.stats.mode & PERMISSION_BITS }
    case 'other':
      return undefined
  }
}
