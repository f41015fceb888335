import { fromDirectory } from '../../../lib/short-path.ts'
import { safeLine } from './safe-text.ts'

/** Short when it is inside the working directory. */
export const shownPath = (path: string, cwd: string | undefined): string =>
  safeLine(cwd === undefined ? path : fromDirectory(path, cwd))
