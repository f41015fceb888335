import { eachCell } from '../../../lib/ansi-text.ts'
import { PLAIN, type Style, sameStyle, showsOnBlank } from '../../../lib/sgr-style.ts'
import type { Line } from './screen-port.ts'
import { goesOn } from './soft-rows.ts'

/** A line as the cells it fills. Blanks at its end that show nothing are no part of it. */
export interface Row {
  readonly line: Line
  /** One entry per column; empty behind a wide character. */
  readonly texts: readonly string[]
  readonly styles: readonly Style[]
  /** Columns it fills. */
  readonly width: number
  /** From this column on terminals may have counted otherwise, because of an emoji they draw in their own way. */
  readonly unsureFrom: number
  /** The columns it was read for: what lies beyond is cut off. */
  readonly room: number
  /** What follows is the same line, which the terminal breaks here by itself. */
  readonly goesOn?: boolean
}

export const BLANK_ROW: Row = {
  line: '',
  texts: [],
  styles: [],
  width: 0,
  unsureFrom: Number.POSITIVE_INFINITY,
  room: 0,
}

/** Joined emoji, flags, skin tones, picture selectors, spacing marks, and what became wide too late for many tables. */
const UNSURE =
  /[\u200d\ufe0f\u2630-\u2637\u268a-\u268f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u{1fa70}-\u{1faff}\p{Mc}]/u

/** Whether a terminal may count its columns otherwise. */
export const isUnsure = (text: string): boolean => UNSURE.test(text)

const FIRST_EAST_ASIAN = '\u2e80'

/** Cuts what does not fit into `width` columns. Only characters, colours and links come through. */
export const parseRow = (line: Line, width: number): Row => {
  if (line === '') return BLANK_ROW
  const texts: string[] = []
  const styles: Style[] = []
  let unsureFrom = Number.POSITIVE_INFINITY
  eachCell(line, cell => {
    if (cell.width === 0) {
      joinMark(texts, cell.text)
      return true
    }
    if (texts.length + cell.width > width) return false
    const mayDiffer = cell.text.length > 1 || (cell.width === 2 && cell.text < FIRST_EAST_ASIAN)
    if (mayDiffer && unsureFrom > texts.length && UNSURE.test(cell.text)) unsureFrom = texts.length
    const style = cell.text === ' ' && !showsOnBlank(cell.style) ? PLAIN : cell.style
    texts.push(cell.text)
    styles.push(style)
    if (cell.width === 2) {
      texts.push('')
      styles.push(style)
    }
    return true
  })
  let filled = texts.length
  if (goesOn(line)) return { line, texts, styles, width: filled, unsureFrom, room: width, goesOn: true }
  while (filled > 0 && texts[filled - 1] === ' ' && styles[filled - 1] === PLAIN) filled -= 1
  return { line, texts, styles, width: filled, unsureFrom, room: width }
}

/** Whether both show the same because they were made of the same. */
export const sameRow = (one: Row | undefined, other: Row | undefined): boolean =>
  one === other || (one?.line === other?.line && one?.room === other?.room)

/** A mark without a place of its own belongs to the character before it. */
const joinMark = (texts: string[], mark: string): void => {
  let at = texts.length - 1
  while (at > 0 && texts[at] === '') at -= 1
  const before = texts[at]
  if (before !== undefined) texts[at] = before + mark
}

/** Whether a column shows the same in both; beyond its end a row is blank. */
export const sameCell = (one: Row, other: Row, column: number): boolean => {
  const inOne = column < one.width
  const inOther = column < other.width
  const text = inOne ? one.texts[column] : ' '
  if (text !== (inOther ? other.texts[column] : ' ')) return false
  return sameStyle(
    (inOne ? one.styles[column] : PLAIN) ?? PLAIN,
    (inOther ? other.styles[column] : PLAIN) ?? PLAIN,
  )
}

/** Rows of the terminal the row takes when the terminal breaks it at `columns`. */
export const heightOf = (row: Row, columns: number): number => {
  if (row.width <= columns) return 1
  let height = 1
  let column = 0
  for (let at = 0; at < row.width; ) {
    const width = row.texts[at + 1] === '' ? 2 : 1
    if (column + width > columns) {
      height += 1
      column = 0
    }
    column += width
    at += width
  }
  return height
}
