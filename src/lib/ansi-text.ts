import { graphemeEnd } from './graphemes.ts'
import { applySgr, PLAIN, type Style, styleChange, withLink } from './sgr-style.ts'
import { graphemeWidth, textWidth } from './text-width.ts'

/**
 * Text with colours (SGR) and hyperlinks (OSC 8). Every other sequence and control character is left out by what is
 * here, a tab becomes one blank.
 */

const ESC = '\\u001b'
const SGR = new RegExp(`${ESC}\\[([\\d;:]*)m`, 'y')
const HYPERLINK = new RegExp(`${ESC}\\]8;([^\\u0007\\u001b]*)(?:\\u0007|${ESC}\\\\)`, 'y')
const OTHER = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|[\\]PX^_][^\\u0007\\u001b]*(?:\\u0007|${ESC}\\\\|$)|[ -/]*[0-~])?`,
  'y',
)

/** One character on the screen. */
export interface Cell {
  readonly text: string
  readonly width: number
  readonly style: Style
}

/** Calls `visit` for each visible character, from left to right, until it answers false. */
export const eachCell = (line: string, visit: (cell: Cell) => boolean | undefined): void => {
  let style = PLAIN
  for (let at = 0; at < line.length; ) {
    const unit = line.charCodeAt(at)
    if (unit === 0x1b) {
      const read = readEscape(line, at, style)
      style = read.style
      at = read.end
      continue
    }
    const end = graphemeEnd(line, at)
    const text = unit === 0x09 ? ' ' : line.slice(at, end)
    at = end
    const width = unit >= 0x20 && unit < 0x7f && text.length === 1 ? 1 : graphemeWidth(text)
    if (unit >= 0x20 || unit === 0x09)
      if (!(unit >= 0x7f && unit < 0xa0) && visit({ text, width, style }) === false) return
  }
}

const readEscape = (line: string, at: number, style: Style): { style: Style; end: number } => {
  SGR.lastIndex = at
  const sgr = SGR.exec(line)
  if (sgr) return { style: applySgr(style, sgr[1] ?? ''), end: SGR.lastIndex }
  HYPERLINK.lastIndex = at
  const hyperlink = HYPERLINK.exec(line)
  if (hyperlink) return { style: withLink(style, asLink(hyperlink[1] ?? '')), end: HYPERLINK.lastIndex }
  OTHER.lastIndex = at
  OTHER.test(line)
  return { style, end: Math.max(OTHER.lastIndex, at + 1) }
}

/** `params;uri`, empty when the uri is. Only what a uri may hold. */
const asLink = (body: string): string => {
  const uri = body.slice(body.indexOf(';') + 1)
  return uri === '' || !body.includes(';') || !/^[!-~]*$/.test(body) ? '' : body
}

export const cellsOf = (line: string): readonly Cell[] => {
  const cells: Cell[] = []
  eachCell(line, cell => {
    cells.push(cell)
    return true
  })
  return cells
}

/** The cells as text that ends as plain as it began. */
const renderCells = (cells: readonly Cell[], from: number, to: number): string => {
  let text = ''
  let style = PLAIN
  for (let i = from; i < to; i++) {
    const cell = cells[i]
    if (!cell) break
    if (cell.style !== style) {
      text += styleChange(style, cell.style)
      style = cell.style
    }
    text += cell.text
  }
  return text + styleChange(style, PLAIN)
}

/** The text with its colours and links and nothing else; it ends as plain as it began. */
export const cleanAnsi = (line: string): string => {
  const cells = cellsOf(line)
  return renderCells(cells, 0, cells.length)
}

const isMarked = (line: string): boolean => line.includes('\u001b')

/** Columns the text takes. */
export const ansiWidth = (line: string): number => {
  if (!isMarked(line)) return textWidth(line)
  let width = 0
  eachCell(line, cell => {
    width += cell.width
    return true
  })
  return width
}

/** The text when it fits, else its beginning and the ellipsis, which looks like what it replaces. */
export const truncateAnsi = (line: string, width: number, ellipsis = '…'): string => {
  const cells = cellsOf(line)
  if (columnsOf(cells) <= width) return line
  const room = Math.max(0, width - textWidth(ellipsis))
  let count = 0
  let taken = 0
  for (const cell of cells) {
    if (taken + cell.width > room) break
    taken += cell.width
    count += 1
  }
  const style = cells[count]?.style ?? PLAIN
  const end = { text: width < textWidth(ellipsis) ? '' : ellipsis, width: 1, style: withLink(style, '') }
  return renderCells([...cells.slice(0, count), end], 0, count + 1)
}

/** Blanks behind the text up to the width. */
export const padAnsi = (line: string, width: number): string =>
  line + ' '.repeat(Math.max(0, width - ansiWidth(line)))

const columnsOf = (cells: readonly Cell[]): number => {
  let width = 0
  for (const cell of cells) width += cell.width
  return width
}

/**
 * Lines of at most `width` columns, each with its own colours and links. Broken at a blank, which is dropped, or between
 * wide characters; a longer word is cut. Blanks at the beginning stay.
 */
export const wrapAnsi = (line: string, width: number): readonly string[] => {
  if (line.includes('\n')) return line.split('\n').flatMap(part => wrapAnsi(part, width))
  const most = Math.max(2, width)
  if (line.length <= most && !isMarked(line) && textWidth(line) <= most) return [line]
  const cells = cellsOf(line)
  const lines: string[] = []
  let begin = 0
  while (begin < cells.length) {
    const { end, next } = findBreak(cells, begin, most)
    lines.push(renderCells(cells, begin, end))
    begin = next
  }
  return lines.length === 0 ? [''] : lines
}

/** The same broken wherever the width is full, as a terminal does it: no blank is dropped. */
export const breakAnsi = (line: string, width: number): readonly string[] => {
  const cells = cellsOf(line)
  const lines: string[] = []
  let begin = 0
  let taken = 0
  for (const [at, cell] of cells.entries()) {
    if (taken + cell.width > width && at > begin) {
      lines.push(renderCells(cells, begin, at))
      begin = at
      taken = 0
    }
    taken += cell.width
  }
  return [...lines, renderCells(cells, begin, cells.length)]
}

/** Where the line that begins at `begin` ends, and where the next one begins. */
const findBreak = (cells: readonly Cell[], begin: number, width: number): { end: number; next: number } => {
  let taken = 0
  let end = begin
  while (end < cells.length) {
    const more = cells[end]?.width ?? 0
    if (taken + more > width) break
    taken += more
    end += 1
  }
  if (end === cells.length) return { end, next: end }
  if (cells[end]?.text === ' ') return { end: trimBlanks(cells, begin, end), next: skipBlank(cells, end) }
  for (let at = end; at > begin; at--) {
    if (cells[at - 1]?.text === ' ') {
      const trimmed = trimBlanks(cells, begin, at)
      if (trimmed === begin) break
      return { end: trimmed, next: at }
    }
    if (mayPart(cells[at - 1], cells[at])) return { end: at, next: at }
  }
  return { end: Math.max(end, begin + 1), next: Math.max(end, begin + 1) }
}

const trimBlanks = (cells: readonly Cell[], begin: number, end: number): number => {
  let at = end
  while (at > begin && cells[at - 1]?.text === ' ') at -= 1
  return at
}

const skipBlank = (cells: readonly Cell[], at: number): number => {
  let next = at
  while (cells[next]?.text === ' ') next += 1
  return next
}

const CLOSING = /^[，。、！？：；）】」』》〉”’…,.!?:;)\]}]/u
const OPENING = /[（【「『《〈“‘([{]$/u

/** Between characters of scripts without blanks a line may end anywhere but before what closes or after what opens. */
const mayPart = (before: Cell | undefined, after: Cell | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  (before.width === 2 || after.width === 2) &&
  !CLOSING.test(after.text) &&
  !OPENING.test(before.text)
