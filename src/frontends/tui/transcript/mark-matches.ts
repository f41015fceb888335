import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Theme } from '../theme/theme.ts'

const ESC = '\u001b'
/** A sequence, or text up to the next. */
const PIECES = new RegExp(`${ESC}\\[[0-9;:]*m|${ESC}\\]8;[^${ESC}]*${ESC}\\\\|[^${ESC}]+|${ESC}`, 'g')

/** The line with every place that matches marked; looks around them stay. */
export const markMatches = (line: Line, pattern: RegExp, theme: Theme): Line => {
  const found = rangesIn(stripAnsi(line), pattern)
  if (found.length === 0) return line
  let made = ''
  let looks = ''
  let at = 0
  for (const [piece] of line.matchAll(PIECES)) {
    if (piece.startsWith(ESC)) {
      made += piece
      if (piece.endsWith('m') && piece[1] === '[') looks += piece
      continue
    }
    const marked = markPiece(piece, at, { found, theme })
    // The end of a mark ends colours around it as well: they begin again.
    made += marked.split(MARK_END).join(looks)
    at += piece.length
  }
  return made
}

type Range = readonly [number, number]

const rangesIn = (text: string, pattern: RegExp): readonly Range[] =>
  Array.from(text.matchAll(pattern), match => [match.index, match.index + match[0].length] as const).filter(
    ([from, to]) => to > from,
  )

/** Stands where looks have to begin again; no line can hold it. */
const MARK_END = '\u0000'

const markPiece = (
  piece: string,
  start: number,
  { found, theme }: { readonly found: readonly Range[]; readonly theme: Theme },
): string => {
  let made = ''
  let at = 0
  for (const [from, to] of found) {
    const begin = Math.max(0, from - start)
    const end = Math.min(piece.length, to - start)
    if (begin >= end) continue
    made += `${piece.slice(at, begin)}${theme.paint('match', piece.slice(begin, end))}${MARK_END}`
    at = end
  }
  return made + piece.slice(at)
}

/** Finds a text whatever its case. */
export const patternOf = (query: string): RegExp =>
  new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
