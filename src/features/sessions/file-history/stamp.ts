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

const FIELDS = 5

/** Stamps in rows side by side: as many objects would keep the memory's sweeper busy. */
export class Stamps {
  #fields = new Float64Array(FIELDS * 256)

  /** `isKnown` false: only the inode is remembered. */
  set(row: number, { size, mtimeMs, ctimeMs, ino, mode }: Stamp, isKnown: boolean): void {
    const at = row * FIELDS
    if (at >= this.#fields.length) {
      const fields = new Float64Array(Math.max(this.#fields.length * 2, at + FIELDS))
      fields.set(this.#fields)
      this.#fields = fields
    }
    const fields = this.#fields
    fields[at] = isKnown ? size : Number.NaN
    fields[at + 1] = mtimeMs
    fields[at + 2] = ctimeMs
    fields[at + 3] = ino
    fields[at + 4] = mode
  }

  isSame(row: number, stats: Stamp): boolean {
    const at = row * FIELDS
    const fields = this.#fields
    return (
      fields[at] === stats.size &&
      fields[at + 1] === stats.mtimeMs &&
      fields[at + 2] === stats.ctimeMs &&
      fields[at + 3] === stats.ino &&
      fields[at + 4] === stats.mode
    )
  }

  isKnown(row: number): boolean {
    return !Number.isNaN(this.#fields[row * FIELDS])
  }

  inode(row: number): number {
    return this.#fields[row * FIELDS + 3] ?? 0
  }

  /** The bytes of these rows, one behind the other. */
  bytes(rows: readonly number[]): Buffer {
    // The first time it is all of them, one behind the other.
    if (rows.every((row, n) => row === n))
      return Buffer.from(this.#fields.slice(0, rows.length * FIELDS).buffer)
    const picked = new Float64Array(rows.length * FIELDS)
    rows.forEach((row, n) => {
      picked.set(this.#fields.subarray(row * FIELDS, (row + 1) * FIELDS), n * FIELDS)
    })
    return Buffer.from(picked.buffer)
  }

  /** Rows that {@link bytes} gave. */
  static from(bytes: Uint8Array): Stamps {
    const stamps = new Stamps()
    stamps.#fields = new Float64Array(new Uint8Array(bytes).buffer)
    return stamps
  }

  at(row: number): Stamp {
    const [size = 0, mtimeMs = 0, ctimeMs = 0, ino = 0, mode = 0] = this.#fields.subarray(row * FIELDS)
    return { size, mtimeMs, ctimeMs, ino, mode }
  }
}

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
