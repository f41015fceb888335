import { posix, win32 } from 'node:path'
import { isWindowsPath } from './windows-path.ts'

/**
 * Relative where it is inside the directory, else as it is. Both are read as the system wrote them that they come from:
 * a transcript or an editor may bring paths of Windows.
 */
export const fromDirectory = (path: string, directory: string): string => {
  const paths = isWindowsPath(path) ? win32 : posix
  if (!paths.isAbsolute(path)) return path
  // Between a path of Windows and one of another system nothing is inside the other.
  if (isWindowsPath(directory) !== (paths === win32)) return path
  const inside = paths.relative(directory, path) || '.'
  return inside === '..' || inside.startsWith(`..${paths.sep}`) || paths.isAbsolute(inside) ? path : inside
}

/** With `~` where it is below the home directory, if that is known. */
export const fromHome = (path: string, home: string): string => {
  if (home === '') return path
  if (!isWindowsPath(home))
    return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
  const inside = fromDirectory(path, home)
  return inside === path ? path : inside === '.' ? '~' : `~\\${inside}`
}
