import { escapeText } from '../../lib/escape-text.ts'
import { revealSpans } from '../../lib/reveal-blanks.ts'
import { textWidth } from '../../lib/text-width.ts'
import { lineText } from '../../protocol/messages/plain.ts'
import type { Behavior } from '../../protocol/permission.ts'
import { type Paint, sayIn } from './paint.ts'

/** A piece of a text, in characters; `deny` is shown as worse. */
export interface Marked {
  readonly from: number
  readonly to: number
  readonly verdict?: Behavior
}

interface Cell {
  readonly text: string
  readonly width: number
  readonly mark: 'ask' | 'deny' | undefined
}

const MAX_ROWS = 24

/** Characters of one line as they are shown, each with the mark it gets. */
const cellsOf = (line: string, start: number, spans: readonly Marked[]): readonly Cell[] => {
  const cells: Cell[] = []
  let at = start
  for (const character of line) {
    const covering = spans.filter(span => at >= span.from && at < span.to)
    const text = character === '\t' ? '  ' : escapeText(character)
    const mark = covering.some(span => span.verdict === 'deny')
      ? 'deny'
      : covering.length > 0
        ? 'ask'
        : undefined
    cells.push({ text, width: textWidth(text), mark })
    at += character.length
  }
  return cells
}

const rowsOf = (cells: readonly Cell[], width: number): readonly (readonly Cell[])[] => {
  const rows: Cell[][] = [[]]
  let taken = 0
  for (const cell of cells) {
    if (taken + cell.width > width && taken > 0) {
      rows.push([])
      taken = 0
    }
    rows.at(-1)?.push(cell)
    taken += cell.width
  }
  return rows
}

const isMarked = (row: readonly Cell[]): boolean => row.some(cell => cell.mark !== undefined)

const paintRow = (row: readonly Cell[], paint: Paint): readonly string[] => {
  const text = row.map(cell => cell.text).join('')
  if (!isMarked(row)) return [text]
  let marks = ''
  for (let at = 0; at < row.length; ) {
    const mark = row[at]?.mark
    let width = 0
    for (; at < row.length && row[at]?.mark === mark; at += 1)
      width += Math.max(row[at]?.width ?? 0, mark === undefined ? 0 : 1)
    marks +=
      mark === undefined ? ' '.repeat(width) : paint(mark === 'deny' ? 'red' : 'yellow', '^'.repeat(width))
  }
  return [text, marks.trimEnd()]
}

/** What {@link showMarked} says in the place of rows that it leaves out. */
export const LEFT_OUT = /⋯ (?:\d+ lines left out|省略 \d+ 行)/

/** The command with its risky pieces underlined. Of a long one the rows with marks are shown and the first. */
export const showMarked = (
  given: string,
  marked: readonly Marked[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): readonly string[] => {
  const { text, spans } = revealSpans({ text: given, spans: marked })
  let start = 0
  const rows = text
    .replace(/(?<!\n)\n+$/, '')
    .split('\n')
    .flatMap(line => {
      const cells = cellsOf(line, start, spans)
      start += line.length + 1
      return rowsOf(cells, width)
    })
  const chosen = rows.length <= MAX_ROWS ? rows.map((_, at) => at) : chooseRows(rows)
  const leftOut = (count: number): string => paint('dim', sayIn(paint, lineText('rows_left_out', { count })))
  const lines: string[] = []
  let last = -1
  for (const at of chosen) {
    if (at > last + 1) lines.push(leftOut(at - last - 1))
    lines.push(...paintRow(rows[at] ?? [], paint))
    last = at
  }
  if (last < rows.length - 1) lines.push(leftOut(rows.length - 1 - last))
  return lines
}

const chooseRows = (rows: readonly (readonly Cell[])[]): readonly number[] => {
  const wanted = new Set([0, 1])
  for (const [at, row] of rows.entries()) if (isMarked(row) && wanted.size < MAX_ROWS) wanted.add(at)
  return [...wanted].sort((a, b) => a - b)
}
