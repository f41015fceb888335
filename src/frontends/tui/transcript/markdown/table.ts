import type { Tokens } from 'marked'
import { ansiWidth, padAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import { stripAnsi } from '../../../../lib/strip-ansi.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { RenderOptions } from '../render-options.ts'
import { fitColumns } from './fit-columns.ts'
import { inlineText } from './inline.ts'

interface Grid {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly align: Tokens.Table['align']
}

/** A word longer than this may be cut. */
const LONGEST_WORD = 18

/** A table as wide as its content if that fits, else with cells of several lines, else as rows of name and value. */
export const tableLines = (table: Tokens.Table, look: RenderOptions): readonly Line[] => {
  const grid: Grid = {
    header: table.header.map(cell => inlineText(cell.tokens, look)),
    rows: table.rows.map(row => row.map(cell => inlineText(cell.tokens, look))),
    align: table.align,
  }
  const columns = grid.header.map((title, at) => {
    const cells = [title, ...grid.rows.map(row => row[at] ?? '')]
    // A wide character takes two columns, whatever words there are.
    const least = Math.max(2, Math.min(LONGEST_WORD, most(cells, wordWidth)))
    return { natural: most(cells, lineWidth), least }
  })
  const widths = look.plain ? undefined : fitColumns(columns, look.width - 3 * columns.length - 1)
  return widths ? gridLines(grid, widths, look) : pairLines(grid, look)
}

const most = (texts: readonly string[], measure: (text: string) => number): number =>
  texts.reduce((best, text) => Math.max(best, measure(text)), 1)

const lineWidth = (text: string): number => most(text.split('\n'), ansiWidth)

/** Scripts without blanks may break anywhere, but a column of single characters is nothing to read. */
const wordWidth = (text: string): number => {
  const bare = stripAnsi(text)
  const runs = bare.match(UNSPACED) ?? []
  return Math.max(
    most(
      bare.split(UNSPACED).flatMap(part => part.split(/\s+/)),
      ansiWidth,
    ),
    most(runs, run => Math.min(READABLE, ansiWidth(run))),
  )
}

const UNSPACED = /[\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60]+/g
/** Four wide characters. */
const READABLE = 8

const gridLines = (grid: Grid, widths: readonly number[], look: RenderOptions): readonly Line[] => {
  const { theme } = look
  const edge = (left: string, middle: string, right: string): Line =>
    theme.paint('border', left + widths.map(width => '─'.repeat(width + 2)).join(middle) + right)
  const header = grid.header.map(cell => theme.paint('strong', cell))
  const rows = grid.rows.map(row => rowLines(row, widths, { grid, look }))
  // With cells of several lines one cannot see where a row ends.
  const divided = rows.some(row => row.length > 1)
  return [
    edge('┌', '┬', '┐'),
    ...rowLines(header, widths, { grid, look }),
    edge('├', '┼', '┤'),
    ...rows.flatMap((row, at) => (divided && at > 0 ? [edge('├', '┼', '┤'), ...row] : row)),
    edge('└', '┴', '┘'),
  ]
}

const rowLines = (
  cells: readonly string[],
  widths: readonly number[],
  { grid, look }: { readonly grid: Grid; readonly look: RenderOptions },
): readonly Line[] => {
  const wrapped = widths.map((width, at) => wrapAnsi(cells[at] ?? '', width))
  const height = Math.max(...wrapped.map(lines => lines.length))
  const bar = look.theme.paint('border', '│')
  return Array.from({ length: height }, (_, row) => {
    const parts = widths.map((width, at) => aligned(wrapped[at]?.[row] ?? '', width, grid.align[at]))
    return `${bar} ${parts.join(` ${bar} `)} ${bar}`
  })
}

const aligned = (text: string, width: number, align: Tokens.Table['align'][number] | undefined): string => {
  const free = Math.max(0, width - ansiWidth(text))
  if (align === 'right') return ' '.repeat(free) + text
  if (align === 'center') return padAnsi(' '.repeat(free >> 1) + text, width)
  return text + ' '.repeat(free)
}

/** Each row as its own little list: the only form that fits any width, and the one a screen reader can follow. */
const pairLines = ({ header, rows }: Grid, look: RenderOptions): readonly Line[] =>
  rows.flatMap((row, index) => [
    ...(index > 0
      ? [look.plain ? '' : look.theme.paint('border', '─'.repeat(Math.min(look.width, 12)))]
      : []),
    ...row.flatMap((cell, at) => {
      const name = header[at] ?? ''
      const label = name === '' ? '' : `${look.theme.paint('strong', name.replaceAll('\n', ' '))}: `
      const text = `${label}${cell.replaceAll('\n', ' ')}`
      return wrapAnsi(text, look.width)
    }),
  ])
