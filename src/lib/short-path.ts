import { isAbsolute, relative } from 'node:path'

/** Relative where it is inside the directory, else as it is. */
export const fromDirectory = (path: string, directory: string): string => {
  if (!isAbsolute(path)) return path
  const inside = relative(directory, path) || '.'
  return inside === '..' || inside.startsWith('../') ? path : inside
}

/** With `~` where it is below the home directory, if that is known. */
export const fromHome = (path: string, home: string): string =>
  home !== '' && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path
