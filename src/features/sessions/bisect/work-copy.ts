import {
  chmodSync,
  constants,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { FileVersion } from '../../../protocol/session/file-history.ts'
import type { BackupStore } from '../file-history/backup-store.ts'
import { findAt, hashOf } from '../file-history/file-version.ts'

/** What tools bring there and no turn writes by hand: it is used where it is. */
const BROUGHT = new Set(['node_modules', '.venv', 'venv', 'target', '.gradle', 'Pods', 'bower_components'])

export interface WorkCopy {
  /** The directory that is copied, by its real path. */
  readonly from: string
  readonly to: string
  readonly contents: Contents
}

/** What a path held in some version; undefined: nobody kept it. */
export type Contents = (path: string, hash: string) => Uint8Array | undefined

/** The copies of a session; the last version of a file is only where it stands. */
export const contentsOf =
  (store: Pick<BackupStore, 'get'>): Contents =>
  (path, hash) => {
    const kept = store.get(hash)
    if (kept !== undefined) return kept
    const found = findAt(path, MAX_FILE_BYTES)
    return found.kind === 'file' && hashOf(found.bytes) === hash ? found.bytes : undefined
  }

const MAX_FILE_BYTES = 1024 ** 3

/** A copy of which nobody kept the content: the state cannot be made. */
export class MissingCopyError extends Error {
  override readonly name = 'MissingCopyError'
  readonly path: string

  constructor(path: string) {
    super(`no copy of ${path} is kept`)
    this.path = path
  }
}

/**
 * Makes the directory as it is now, ignored files and all, but with these paths as they were. What stands in `.git`
 * there stays.
 */
export const makeState = (
  { from, to, contents }: WorkCopy,
  state: ReadonlyMap<string, FileVersion>,
): void => {
  const inside = [...state].filter(([path]) => isBelow(from, path))
  for (const name of readdirSync(to))
    if (name !== '.git') rmSync(join(to, name), { recursive: true, force: true })
  const links: (readonly [at: string, to: string])[] = []
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter(source) {
      if (source === from) return true
      if (basename(source) === '.git' && dirname(source) === from) return false
      const stats = lstatSync(source)
      if (
        stats.isDirectory() &&
        BROUGHT.has(basename(source)) &&
        !inside.some(([path]) => isBelow(source, path))
      ) {
        links.push([join(to, relative(from, source)), source])
        return false
      }
      return stats.isDirectory() || stats.isFile() || stats.isSymbolicLink()
    },
  })
  for (const [at, target] of links) symlinkSync(target, at)
  // Directories that make room come first.
  for (const [path, version] of inside)
    if (version === null) rmSync(placeOf({ from, to }, path), { recursive: true, force: true })
  for (const [path, version] of inside)
    if (version !== null) put(placeOf({ from, to }, path), { version, path, contents })
}

const put = (
  place: string,
  {
    version,
    path,
    contents,
  }: { readonly version: NonNullable<FileVersion>; readonly path: string; readonly contents: Contents },
): void => {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(dirname(place), { recursive: true })
  if ('link' in version) {
    symlinkSync(version.link, place)
    return
  }
  const bytes = contents(path, version.hash)
  if (bytes === undefined) throw new MissingCopyError(path)
  writeFileSync(place, bytes)
  if (version.mode !== undefined) chmodSync(place, version.mode)
}

const placeOf = ({ from, to }: Pick<WorkCopy, 'from' | 'to'>, path: string): string =>
  join(to, relative(from, path))

export const isBelow = (directory: string, path: string): boolean =>
  path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`)
