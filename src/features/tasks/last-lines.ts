import { realpathSync } from 'node:fs'
import { isInside } from '../../lib/paths.ts'
import { readNew } from './output-reader.ts'

const MOST_LINES = 5
const MOST_CHARS = 1000

/**
 * The last lines of an output file; `undefined` when there are none. Only of files below `directory`: where the path
 * comes from a session file, it may name anything.
 */
export const lastLines = (path: string, directory: string): string | undefined => {
  try {
    const real = realpathSync(path)
    if (!isInside(real, realpathSync(directory), { caseSensitive: true })) return undefined
    const lines = readNew({ path: real, from: 0, open: false }).text.trimEnd().split('\n').slice(-MOST_LINES)
    return lines.join('\n').slice(-MOST_CHARS) || undefined
  } catch {
    // Gone, or not readable: then there is nothing to tell.
    return undefined
  }
}
