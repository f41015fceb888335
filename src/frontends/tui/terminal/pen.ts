import { PLAIN, type Style, sameStyle, showsOnBlank, styleChange } from '../../../lib/sgr-style.ts'
import type { Row } from './screen-row.ts'

/**
 * Collects what is to be written and knows where that leaves the cursor. Rows count from the top of the area that is
 * drawn; how far that is from the top of the screen nobody needs to know, for every move is relative. Down it goes by line
 * feeds: should the terminal have become shorter in this moment, and the row be gone, they bring it back. A move would end
 * too high, and the next one up would hit what is finished.
 */
export interface Pen {
  readonly row: number
  readonly column: number
  /** How many separate places were written to. */
  readonly places: number
  /** The row it began on was left. */
  readonly leftRow: boolean
  /** The row must exist. */
  moveTo(row: number, column: number): void
  /** Writes the columns of a row from `from` up to `to` where the pen stands. */
  put(row: Row, from: number, to: number): void
  eraseRight(): void
  eraseBelow(): void
  /** To the beginning of a new row below the last one, scrolling when there is no room. */
  addRow(): void
  /** The row is full, and what is put next the terminal brings to the beginning of the next one by itself. */
  wrapped(): void
  /** Blank rows at the pen's; what was there goes down, beyond the bottom of the screen it is lost. */
  insertRows(count: number): void
  deleteRows(count: number): void
  /** As is; it must not move the cursor. */
  raw(sequence: string): void
  /** The terminal may have counted otherwise: the next move names its column. */
  forgetColumn(): void
  /** Ends plain. */
  finish(): string
}

const sequence = (count: number, letter: string): string => `\u001b[${count === 1 ? '' : count}${letter}`

const across = (from: number, to: number): string => {
  if (from === to) return ''
  if (to === 0) return '\r'
  const absolute = `\u001b[${to + 1}G`
  if (from < 0) return absolute
  const relative =
    from > to
      ? from - to <= 3
        ? '\b'.repeat(from - to)
        : sequence(from - to, 'D')
      : sequence(to - from, 'C')
  return relative.length < absolute.length ? relative : absolute
}

/** Collects sequences and the look they are written in. */
const createInk = () => {
  let written = ''
  let style: Style = PLAIN
  const look = (next: Style): void => {
    if (sameStyle(style, next)) return
    written += styleChange(style, next)
    style = next
  }
  return {
    add(text: string, next: Style): void {
      // A blank looks the same in every colour: changing the look for it would only be bytes.
      if (text !== ' ' || showsOnBlank(next) || showsOnBlank(style)) look(next)
      written += text
    },
    move(text: string): void {
      written += text
    },
    finish(): string {
      look(PLAIN)
      return written
    },
  }
}

export const createPen = (start: { readonly x: number; readonly y: number }): Pen => {
  const ink = createInk()
  let { x: column, y: row } = start
  let places = 0
  let leftRow = false
  let moved = true
  const begin = (): void => {
    if (moved) places += 1
    moved = false
  }
  /** Erasing and scrolling take on the background of the pen. */
  const act = (text: string): void => {
    begin()
    ink.add(text, PLAIN)
  }
  const onWholeRow = (text: string): void => {
    moved = true
    leftRow = true
    act(across(column, 0) + text)
    column = 0
  }
  return {
    get row() {
      return row
    },
    get column() {
      return column
    },
    get places() {
      return places
    },
    get leftRow() {
      return leftRow
    },
    moveTo(toRow, toColumn) {
      if (toRow === row && toColumn === column) return
      moved = true
      if (toRow === row) ink.move(across(column, toColumn))
      else {
        leftRow = true
        ink.add(
          toRow > row
            ? `\r${'\n'.repeat(toRow - row)}${across(0, toColumn)}`
            : sequence(row - toRow, 'A') + across(column, toColumn),
          PLAIN,
        )
      }
      row = toRow
      column = toColumn
    },
    put(from, first, last) {
      begin()
      for (let at = first; at < last; at++) {
        const text = from.texts[at] ?? ' '
        if (text !== '') ink.add(text, from.styles[at] ?? PLAIN)
      }
      column += last - first
    },
    eraseRight: () => act('\u001b[K'),
    eraseBelow: () => act('\u001b[J'),
    addRow() {
      onWholeRow('\n')
      row += 1
    },
    wrapped() {
      leftRow = true
      row += 1
      column = 0
    },
    insertRows: count => onWholeRow(sequence(count, 'L')),
    deleteRows: count => onWholeRow(sequence(count, 'M')),
    raw: text => ink.move(text),
    forgetColumn() {
      column = -1
    },
    finish: () => ink.finish(),
  }
}
