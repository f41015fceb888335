import { ansiWidth, breakAnsi, eachCell } from '../../../lib/ansi-text.ts'
import type { Line } from './screen-port.ts'

/**
 * Rows that are one line: the terminal breaks it by itself, and whoever selects it gets it whole. Each but the last fills
 * all columns (or all but one, where a wide character did not fit), and what stands at its end says that it goes on.
 * These marks are of no terminal: they never leave the program.
 */
const GOES_ON = '\u001b_+\u001b\\'
const ENDS = '\u001b_.\u001b\\'

export const goesOn = (line: Line | undefined): boolean => line?.endsWith(GOES_ON) === true

/** It may fill the last column, too. */
export const isOfSoftLine = (line: Line): boolean => line.endsWith(GOES_ON) || line.endsWith(ENDS)

export const withoutMarks = (line: Line): Line => (isOfSoftLine(line) ? line.slice(0, -GOES_ON.length) : line)

/** Pieces of one line in their order, each as wide as the terminal, as its rows. */
export const asSoftLine = (pieces: readonly Line[]): readonly Line[] =>
  pieces.map((piece, at) => piece + (at === pieces.length - 1 ? ENDS : GOES_ON))

/** Finished lines for a terminal of this width: made for another one, those of several rows are broken anew. */
export const fitSoftLines = (lines: readonly Line[], columns: number): readonly Line[] => {
  if (!lines.some(isOfSoftLine)) return lines
  return softLinesOf(lines).flatMap(rows => (isOfSoftLine(rows[0] ?? '') ? fitted(rows, columns) : rows))
}

/** Rows in groups, each of them one line. */
export const softLinesOf = (rows: readonly Line[]): readonly (readonly Line[])[] => {
  const lines: Line[][] = []
  let isOpen = false
  for (const row of rows) {
    if (isOpen) lines.at(-1)?.push(row)
    else lines.push([row])
    isOpen = goesOn(row)
  }
  return lines
}

const fitted = (rows: readonly Line[], columns: number): readonly Line[] => {
  const fits = rows.every((row, at) => {
    const width = ansiWidth(row)
    return goesOn(row)
      ? width === columns || (width === columns - 1 && startsWide(rows[at + 1]))
      : width <= columns
  })
  return fits && !goesOn(rows.at(-1)) ? rows : asSoftLine(breakAnsi(rows.map(withoutMarks).join(''), columns))
}

const startsWide = (row: Line | undefined): boolean => {
  let isWide = false
  eachCell(row ?? '', cell => {
    isWide = cell.width === 2
    return false
  })
  return isWide
}
