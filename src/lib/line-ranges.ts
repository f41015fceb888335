/** Lines of a text, counted from 1, both ends included. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/** In rising order, with at least one line between two of them. */
export type LineRanges = readonly LineRange[]

/** Ranges that overlap or touch become one; what holds no line is left out. */
export const joinRanges = (...all: readonly LineRanges[]): LineRanges => {
  const sorted = all
    .flat()
    .filter(({ from, to }) => to >= from)
    .toSorted((a, b) => a.from - b.from)
  const joined: LineRange[] = []
  for (const range of sorted) {
    const last = joined.at(-1)
    if (last && range.from <= last.to + 1)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    else joined.push({ from: range.from, to: range.to })
  }
  return joined
}

export const holdsLines = (ranges: LineRanges, { from, to }: LineRange): boolean =>
  ranges.some(range => range.from <= from && range.to >= to)

/** A place where lines of a text became others: so many lines from `from` to `to` are `lines` lines now. */
export interface LinesReplaced extends LineRange {
  readonly lines: number
}

/**
 * The ranges after replacements, which are given in rising order and counted before any of them was made: what stands
 * in the place of lines of a range belongs to the range, and what follows moves.
 */
export const afterReplacing = (ranges: LineRanges, replaced: readonly LinesReplaced[]): LineRanges => {
  const shift = (line: number, isEnd: boolean): number =>
    replaced.reduce(
      (at, { from, to, lines }) =>
        to < line || (isEnd && to === line && from <= line) ? at + lines - (to - from + 1) : at,
      line,
    )
  // A replacement across the end of a range leaves nobody to say what of it was known.
  const isWhole = (range: LineRange): boolean =>
    replaced.every(({ from, to }) => to < range.from || from > range.to || holdsLines([range], { from, to }))
  const moved = ranges
    .filter(isWhole)
    .map(({ from, to }) => ({ from: shift(from, false), to: shift(to, true) }))
  return joinRanges(moved)
}

/** The line of the text before the replacements that stands at `line` afterwards, or that was replaced there. */
export const lineBefore = (line: number, replaced: readonly LinesReplaced[]): number => {
  let added = 0
  for (const { from, to, lines } of replaced) {
    const start = from + added
    if (line < start) break
    if (line < start + lines) return Math.min(to, from + (line - start))
    added += lines - (to - from + 1)
  }
  return line - added
}
