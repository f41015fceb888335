import type { StyledCell } from '../test/support/pty/emulator.ts'
import type { PtyProgram } from '../test/support/pty/program.ts'

const CELL = { width: 8.4, height: 18 }
const COLOURS = { ground: '#16181d', text: '#d7dae0' }
/** The sixteen colours of the terminal in the picture. */
const ANSI = [
  '#2a2d34',
  '#e06c75',
  '#98c379',
  '#e5c07b',
  '#61afef',
  '#c678dd',
  '#56b6c2',
  '#abb2bf',
  '#5c6370',
  '#ef7c86',
  '#a9d68a',
  '#f0cd8b',
  '#75bdf7',
  '#d58ce8',
  '#6cc6d1',
  '#ffffff',
]

const colourOf = (colour: string, fallback: string): string => {
  if (colour.startsWith('#')) return colour
  const number = /^ansi:(\d+)$/.exec(colour)?.[1]
  return number === undefined ? fallback : (extended(Number(number)) ?? fallback)
}

const extended = (number: number): string | undefined => {
  if (number < 16) return ANSI[number]
  if (number >= 232) return hex([8, 8, 8].map(base => base + (number - 232) * 10))
  const rest = number - 16
  return hex(
    [Math.floor(rest / 36), Math.floor(rest / 6) % 6, rest % 6].map(level =>
      level === 0 ? 0 : 55 + level * 40,
    ),
  )
}

const hex = (parts: readonly number[]): string =>
  `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const lookOf = (
  cell: StyledCell,
): { readonly ink: string; readonly ground: string; readonly style: string } => {
  const ink = colourOf(cell.colour, COLOURS.text)
  const ground = colourOf(cell.background, COLOURS.ground)
  const style = [
    cell.bold ? 'font-weight:bold' : '',
    cell.italic ? 'font-style:italic' : '',
    cell.underline ? 'text-decoration:underline' : '',
    cell.strike ? 'text-decoration:line-through' : '',
    cell.dim ? 'opacity:.6' : '',
  ]
  return {
    ink: cell.inverse ? ground : ink,
    ground: cell.inverse ? ink : ground,
    style: style.filter(Boolean).join(';'),
  }
}

export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

/** One row of the screen, drawn as if it were the topmost. */
export const drawRow = (program: PtyProgram, y: number, columns: number): string => {
  const parts: string[] = []
  for (let x = 0; x < columns; ) {
    const first = program.cell(x, y)
    const look = lookOf(first)
    const key = JSON.stringify(look)
    const from = x
    let text = ''
    while (x < columns) {
      const cell = program.cell(x, y)
      // Each wide character stands alone: fonts disagree about its width.
      if (JSON.stringify(lookOf(cell)) !== key || (cell.width === 2 && text !== '')) break
      text += cell.width === 0 ? '' : cell.text || ' '
      x += Math.max(1, cell.width)
      if (cell.width === 2) break
    }
    parts.push(run({ text, from, to: x }, look))
  }
  const cursor = program.cursor()
  if (program.cursorShown() && cursor.y === y)
    parts.push(
      `<rect x="${px(cursor.x)}" width="${CELL.width}" height="${CELL.height}" fill="${COLOURS.text}" opacity=".7"/>`,
    )
  return parts.join('')
}

/** Where a row begins, from the top of the picture. */
export const rowTop = (y: number): number => y * CELL.height + 10

/** A picture of this size with the terminal's background; needs nothing but a browser, and text stays text. */
export const framePicture = ({ columns, rows }: ScreenSize, content: string): string => {
  const width = px(columns) + 10
  const height = rowTop(rows) + 10
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace,SFMono-Regular,Menlo,DejaVu Sans Mono,monospace" font-size="14" style="white-space:pre"><rect width="100%" height="100%" rx="8" fill="${COLOURS.ground}"/>${content}</svg>\n`
}

/** The screen as one picture. */
export const drawScreen = (program: PtyProgram, size: ScreenSize): string => {
  const rows = Array.from({ length: size.rows }, (_, y) => drawRow(program, y, size.columns))
  return framePicture(
    size,
    rows.map((row, y) => (row === '' ? '' : `<g transform="translate(0 ${rowTop(y)})">${row}</g>`)).join(''),
  )
}

const px = (column: number): number => Math.round((column * CELL.width + 10) * 10) / 10

const run = (
  { text, from, to }: { readonly text: string; readonly from: number; readonly to: number },
  { ink, ground, style }: ReturnType<typeof lookOf>,
): string => {
  const wide = (columns: number): number => Math.round(columns * CELL.width * 10) / 10
  const back =
    ground === COLOURS.ground
      ? ''
      : `<rect x="${px(from)}" width="${wide(to - from)}" height="${CELL.height}" fill="${ground}"/>`
  const words = text.trim()
  if (words === '') return back
  // Browsers drop blanks at the ends, and would stretch the rest over them.
  const before = text.length - text.trimStart().length
  const after = text.length - text.trimEnd().length
  const look = style === '' ? '' : ` style="${style}"`
  return `${back}<text x="${px(from + before)}" y="13.5" textLength="${wide(to - from - before - after)}" fill="${ink}"${look}>${escapeXml(words).replaceAll(' ', '\u00a0')}</text>`
}
