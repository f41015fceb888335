import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { outputText } from '../../lib/encoding/output-text.ts'
import { isInside } from '../../lib/paths.ts'
import { dropPartialEnd, dropPartialStart } from '../../lib/process/utf8-edges.ts'

export interface Excerpt {
  readonly text: string
  /** Part of what was new is not in `text`. */
  readonly truncated: boolean
  /** Where the next one begins. */
  readonly end: number
}

export interface ReadFrom {
  readonly path: string
  readonly from: number
  /** More may come: a character whose rest is missing is left for the next time. */
  readonly open: boolean
}

const MAX_SHOWN_BYTES = 30_000
/** Of longer news only the end is searched. */
const MAX_SEARCHED_BYTES = 8 * 1024 * 1024

/** The text of the file from a place on; of much of it the end. */
export const readNew = (at: ReadFrom): Excerpt => {
  const news = readEnd(at, MAX_SHOWN_BYTES)
  return { text: news.text, truncated: news.cut, end: news.end }
}

/** The lines that match, of much text those in its end. `undefined` when the pattern took too long. */
export const readMatching = (at: ReadFrom, filter: RegExp): Excerpt | undefined => {
  const news = readEnd(at, MAX_SEARCHED_BYTES)
  const lines = matching(news.text.split('\n'), filter)
  if (!lines) return undefined
  const text = lines.join('\n')
  const shown = text.slice(-MAX_SHOWN_BYTES)
  return { text: shown, truncated: news.cut || shown.length < text.length, end: news.end }
}

const readEnd = ({ path, from, open }: ReadFrom, maxBytes: number) => {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = fstatSync(fd)
    const start = Math.max(from, size - maxBytes)
    const bytes = Buffer.alloc(Math.max(0, size - start))
    let total = 0
    while (total < bytes.length) {
      const count = readSync(fd, bytes, total, bytes.length - total, start + total)
      if (count === 0) break
      total += count
    }
    const read = bytes.subarray(0, total)
    const kept = open ? dropPartialEnd(read) : read
    const cut = start > from
    return { text: outputText(cut ? dropPartialStart(kept) : kept), cut, end: start + kept.length }
  } finally {
    closeSync(fd)
  }
}

const MATCH_MS = 1000
const MAX_LINE_CHARS = 10_000

/** The pattern is the model's: one that backtracks for ever must not stop the program. */
const matching = (lines: readonly string[], filter: RegExp): readonly string[] | undefined => {
  const pattern = new RegExp(filter.source, filter.flags.replace(/[gy]/g, ''))
  const isMatch = (line: string): boolean => pattern.test(line.slice(0, MAX_LINE_CHARS))
  try {
    return runInNewContext('lines.filter(isMatch)', { lines, isMatch }, { timeout: MATCH_MS })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}

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
