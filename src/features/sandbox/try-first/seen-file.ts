import { type BigIntStats, lstatSync, readlinkSync } from 'node:fs'

/** What stood at a path, so that it can be told whether it still does. */
export interface SeenFile {
  readonly type: 'file' | 'directory' | 'link' | 'special'
  readonly mode: number
  readonly uid: number
  readonly gid: number
  readonly size: number
  readonly modified: bigint
  readonly changed: bigint
  /** When it came to be; 0 where nobody wrote that down. */
  readonly born: bigint
  readonly inode: bigint
  /** Where a link leads. */
  readonly target?: string
}

/** `null`: nothing is there. */
export const seeFile = (path: string): SeenFile | null => {
  const stat = statOf(path)
  if (!stat) return null
  const type = typeOf(stat)
  return {
    type,
    mode: Number(stat.mode) & 0o7777,
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    size: Number(stat.size),
    modified: stat.mtimeNs,
    changed: stat.ctimeNs,
    born: stat.birthtimeNs,
    inode: stat.ino,
    ...(type === 'link' ? { target: readlinkSync(path) } : {}),
  }
}

const statOf = (path: string): BigIntStats | undefined => {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    // Something in its path is a file now.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

const typeOf = (stat: BigIntStats): SeenFile['type'] => {
  if (stat.isDirectory()) return 'directory'
  if (stat.isSymbolicLink()) return 'link'
  return stat.isFile() ? 'file' : 'special'
}

/** It is what it was. Of a directory only that it is one, and whose: what it holds is looked at by itself. */
export const isStill = (before: SeenFile | null, now: SeenFile | null): boolean => {
  if (before === null || now === null) return before === now
  if (before.type !== now.type || before.inode !== now.inode || before.mode !== now.mode) return false
  return (
    before.type === 'directory' ||
    (before.size === now.size && before.modified === now.modified && before.changed === now.changed)
  )
}
