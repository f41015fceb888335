import { fromDirectory } from '../../lib/short-path.ts'
import { belowWindows, isWindowsPath } from '../../lib/windows-path.ts'

/**
 * Paths as the client knows them: the session works with real paths, while an editor may have opened the folder through
 * a link and knows no file by another name.
 */
export interface PathNames {
  /** Real path of the directory the session works in now. */
  cwd: string
  /** A real path as the client calls it. */
  toClient(path: string): string
  /** Relative to the directory of the session where it lies inside, for a title. */
  short(path: string): string
  /** It lies in a directory that the client opened. */
  isOpened(path: string): boolean
}

/** A directory: its real path and what the client calls it. */
export interface OpenedDirectory {
  readonly real: string
  readonly given: string
}

export const createPathNames = (cwd: string, opened: readonly OpenedDirectory[]): PathNames => {
  const holderOf = (path: string): OpenedDirectory | undefined =>
    opened.find(({ real }) => path === real || path.startsWith(real === '/' ? real : `${real}/`))
  const names: PathNames = {
    cwd,
    toClient(path) {
      const holder = holderOf(path)
      if (!holder) return path
      const rest = path.slice(holder.real.length)
      return isWindowsPath(holder.given) ? belowWindows(holder.given, rest) : `${holder.given}${rest}`
    },
    short: path => fromDirectory(path, names.cwd),
    isOpened: path => holderOf(path) !== undefined,
  }
  return names
}
