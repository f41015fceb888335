import { isAbsolute, relative } from 'node:path'
import { safeLine } from './safe-text.ts'

/** Short when it is inside the working directory. */
export const shownPath = (path: string, cwd: string | undefined): string => {
  if (cwd === undefined || !isAbsolute(path)) return safeLine(path)
  const inside = relative(cwd, path) || '.'
  return safeLine(inside === '..' || inside.startsWith('../') ? path : inside)
}
