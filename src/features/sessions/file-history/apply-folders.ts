import { chmodSync, mkdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pinMadeDirectory } from '../../../lib/files/pinned-directory.ts'
import { type PinnedPath, pinPath } from '../../../lib/files/pinned-path.ts'
import { PERMISSION_BITS } from './file-version.ts'
import type { PlannedFolder } from './plan-folders.ts'
import { isOurs, isPipeOrSocket, type RewindDeps } from './rewind-room.ts'

const ELSEWHERE = 'a link on its path leads elsewhere'
const WRITE_AND_ENTER = 0o300

/** Files can be put into it by its owner. */
export const isOpen = ({ to }: PlannedFolder): boolean =>
  to !== null && (to & WRITE_AND_ENTER) === WRITE_AND_ENTER

export const removeFolder = ({ path }: PlannedFolder, deps: RewindDeps): string | undefined => {
  if (!isOurs(path, deps)) return ELSEWHERE
  using above = pinPath(dirname(path))
  try {
    rmdirSync(join(above.path, basename(path)))
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return 'something else is in this directory'
    throw error
  }
}

/** One that forbids to put files into it gets its mode when they are in it. */
export const makeFolder = (folder: PlannedFolder, deps: RewindDeps): string | undefined => {
  const { path, to } = folder
  if (!isOurs(path, deps)) return ELSEWHERE
  using above = pinMadeDirectory(dirname(path))
  mkdirSync(join(above.path, basename(path)), { mode: 0o700 })
  if (isOpen(folder)) chmodSync(join(above.path, basename(path)), to ?? 0o700)
  return undefined
}

export const setMode = ({ path, from, to }: PlannedFolder, deps: RewindDeps): string | undefined => {
  if (!isOurs(path, deps)) return ELSEWHERE
  using directory: PinnedPath = pinPath(path)
  if (!directory.stats.isDirectory()) return 'something else is in its place'
  if (from !== null && (directory.stats.mode & PERMISSION_BITS) !== from)
    return 'it changed while this was going on'
  if (to !== null) chmodSync(directory.path, to)
  return undefined
}

export const clear = (path: string, deps: RewindDeps): string | undefined => {
  if (!isOurs(path, deps)) return ELSEWHERE
  using above = pinPath(dirname(path))
  const name = join(above.path, basename(path))
  if (!isPipeOrSocket(name)) return 'it changed while this was going on'
  unlinkSync(name)
  return undefined
}
