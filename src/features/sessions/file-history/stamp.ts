import { type Dirent, lstatSync, type Stats } from 'node:fs'

/** What the file system tells of a file or directory without reading it. */
export type Stamp = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'mode'>

/** Clocks of file systems lag behind by a tick. */
export const TICK_MS = 20

export const stampOf = ({ size, mtimeMs, ctimeMs, ino, mode }: Stats): Stamp => ({
  size,
  mtimeMs,
  ctimeMs,
  ino,
  mode,
})

export const isSameStamp = (a: Stamp, b: Stamp): boolean =>
  a.size === b.size &&
  a.mtimeMs === b.mtimeMs &&
  a.ctimeMs === b.ctimeMs &&
  a.ino === b.ino &&
  a.mode === b.mode

/** Changed so shortly before `time` that a later change might leave the same times. */
export const isFresh = (stats: Stats, time: number): boolean =>
  Math.max(stats.mtimeMs, stats.ctimeMs) >= time - TICK_MS

export const lookAny = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // Below a directory that may not be entered, or below a file: nothing to be seen there.
    return undefined
  }
}

/** Files and links; anything else is as good as nothing. */
export const look = (path: string): Stats | undefined => {
  const stats = lookAny(path)
  return stats?.isFile() || stats?.isSymbolicLink() ? stats : undefined
}

/** A pipe, a socket or a device. */
export const isSpecial = (entry: Dirent | Stats | undefined): boolean =>
  entry !== undefined && !entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink()
