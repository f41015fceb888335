import { createPen, type Pen } from './pen.ts'
import type { Caret, Frame, Line, Size } from './screen-port.ts'
import { BLANK_ROW, parseRow, type Row, sameCell, sameRow } from './screen-row.ts'
import { isOfSoftLine } from './soft-rows.ts'

/** What stands on the screen below the finished lines, and where the cursor is in it. */
export interface Area {
  /** At least one. */
  readonly rows: readonly Row[]
  /** `x` is -1 when the column is not known. */
  readonly cursor: Caret
  readonly cursorShown: boolean
}

/** What shall stand there. */
export interface Picture {
  readonly frame: Frame
  /** Finished lines that go above the frame for good. */
  readonly print: readonly Line[]
  readonly size: Size
  /** Columns at the right that the frame leaves free. */
  readonly margin?: number
}

export interface PaintOptions {
  /** The terminal can hold back until a change is complete. */
  readonly synchronised: boolean
  /** A row counts as long as it ever was until all of it is erased: one that becomes shorter is written anew. */
  readonly keepsWidths?: boolean
}

export const EMPTY_AREA: Area = { rows: [BLANK_ROW], cursor: { x: -1, y: 0 }, cursorShown: true }

export const BEGIN = '\u001b[?2026h'
export const END = '\u001b[?2026l'
const HIDE = '\u001b[?25l'
const SHOW = '\u001b[?25h'

/** The last column stays free: no terminal then breaks a row by itself. */
export const lineWidth = (columns: number): number => Math.max(1, columns - 1)

/**
 * The bytes that turn the area into the picture: rows that stand where they shall stand are not touched, in others only
 * the cells that differ; rows that have moved are moved by the terminal. Empty when nothing changes.
 */
export const paint = (
  area: Area,
  picture: Picture,
  options: PaintOptions,
): { readonly bytes: string; readonly area: Area } => {
  const { lines, caret } = clip(picture.frame, picture.size.rows)
  const rows = parseLines(picture, lines, area.rows)
  const pen = createPen(area.cursor)
  const from = area.rows.map((row, i) =>
    i > area.cursor.y && i < picture.print.length && row.width > 0 ? forgotten(row) : row,
  )
  changeRows(pen, {
    from,
    to: rows,
    finished: picture.print.length,
    screenRows: picture.size.rows,
    keepsWidths: options.keepsWidths,
  })
  if (caret) {
    const x = Math.max(0, Math.min(caret.x, picture.size.columns - 1))
    pen.moveTo(picture.print.length + Math.min(caret.y, lines.length - 1), x)
    // Unseen, it waits where a terminal that changes its size moves it least.
  } else if (pen.row !== rows.length - 1) pen.moveTo(rows.length - 1, 0)
  const bytes = wrap(pen, { area, caretShown: caret !== undefined, synchronised: options.synchronised })
  const cursor = { x: pen.column, y: pen.row - picture.print.length }
  return { bytes, area: { rows: rows.slice(picture.print.length), cursor, cursorShown: caret !== undefined } }
}

/**
 * Nothing of it is used again. Rows below the cursor are what a terminal drops first when it becomes shorter, perhaps in
 * this moment: for a frame that is soon put right, for a finished line never.
 */
const forgotten = (row: Row): Row => ({ ...row, line: '\u0000', texts: row.texts.map(() => '\u0000') })

/** The rows of a frame there is room for: the last ones, but the caret's among them. At least one. */
const clip = (frame: Frame, rows: number): { lines: readonly Line[]; caret?: Caret } => {
  const { lines, caret } = frame
  if (lines.length === 0) return { lines: [''], ...(caret ? { caret: { x: caret.x, y: 0 } } : {}) }
  const last = lines.length - rows
  if (last <= 0) return { lines, ...(caret ? { caret } : {}) }
  const first = caret ? Math.max(0, Math.min(last, caret.y)) : last
  return {
    lines: lines.slice(first, first + rows),
    ...(caret ? { caret: { x: caret.x, y: caret.y - first } } : {}),
  }
}

/** Rows that were there before are not read again. */
const parseLines = (
  { print, size, margin = 0 }: Picture,
  lines: readonly Line[],
  before: readonly Row[],
): readonly Row[] => {
  let known: Map<Line, Row> | undefined
  const parse = (line: Line, at: number, room: number): Row => {
    const same = before[at]
    if (same?.line === line && same.room === room) return same
    known ??= new Map(before.map(row => [row.line, row]))
    const found = known.get(line)
    return found?.room === room ? found : parseRow(line, room)
  }
  const whole = lineWidth(size.columns)
  const room = Math.max(1, whole - margin)
  return [
    ...print.map((line, i) => parse(line, i, isOfSoftLine(line) ? size.columns : whole)),
    ...lines.map((line, i) => parse(line, print.length + i, room)),
  ]
}

const wrap = (
  pen: Pen,
  how: { readonly area: Area; readonly caretShown: boolean; readonly synchronised: boolean },
): string => {
  const { area, caretShown } = how
  const drawn = pen.finish()
  const hide = area.cursorShown && !caretShown ? HIDE : ''
  const show = !area.cursorShown && caretShown ? SHOW : ''
  // One place on the cursor's own row cannot be seen half done.
  const single = pen.places === 0 || (pen.places === 1 && !pen.leftRow)
  if (single) return hide + drawn + show
  if (how.synchronised) return BEGIN + hide + drawn + show + END
  return (area.cursorShown ? HIDE : '') + drawn + (caretShown ? SHOW : '')
}

interface Change {
  readonly from: readonly Row[]
  readonly to: readonly Row[]
  /** So many of them are written for good. */
  readonly finished: number
  readonly screenRows: number
  readonly keepsWidths?: boolean | undefined
}

const changeRows = (pen: Pen, change: Change): void => {
  const from = moveRows(pen, change)
  const { to, keepsWidths } = change
  for (let i = 0; i < to.length; ) {
    const isThere = i < from.length
    if (!isThere) {
      pen.moveTo(i - 1, pen.row === i - 1 ? pen.column : 0)
      pen.addRow()
    }
    if (to[i]?.goesOn) {
      i = writeSoftLine(pen, i, { from, to })
      continue
    }
    const row = { from: from[i] ?? BLANK_ROW, to: to[i] ?? BLANK_ROW }
    changeRow(pen, i, isThere && keepsWidths ? blankIfShorter(pen, i, row) : row)
    i += 1
  }
  if (to.length < from.length && from.slice(to.length).some(row => row.width > 0)) {
    pen.moveTo(to.length, 0)
    pen.eraseBelow()
  }
}

/** Moving rows must spare more characters than this to be worth its own sequences. */
const WORTH_MOVING = 24

/** Lets the terminal shift the rows at the end that stay the same. Answers what is on the screen then. */
const moveRows = (pen: Pen, { from, to, finished, screenRows }: Change): readonly Row[] => {
  const more = to.length - from.length
  if (more === 0) return from
  const shorter = Math.min(from.length, to.length)
  let head = 0
  while (head < shorter && sameRow(from[head], to[head])) head += 1
  let tail = 0
  const most = Math.min(shorter - head, to.length - finished)
  while (tail < most && sameRow(from[from.length - 1 - tail], to[to.length - 1 - tail])) tail += 1
  const spared = to.slice(to.length - tail).reduce((sum, row) => sum + row.width, 0)
  if (tail === 0 || spared < WORTH_MOVING) return from
  if (more < 0) {
    pen.moveTo(to.length - tail, 0)
    pen.deleteRows(-more)
    return [...from.slice(0, to.length - tail), ...from.slice(from.length - tail)]
  }
  // What leaves the screen at its top must not need a change any more.
  if (to.length - head > screenRows) return from
  pen.moveTo(from.length - 1, pen.row === from.length - 1 ? pen.column : 0)
  for (let i = 0; i < more; i++) pen.addRow()
  const at = from.length - tail
  pen.moveTo(at, 0)
  pen.insertRows(more)
  return [...from.slice(0, at), ...Array<Row>(more).fill(BLANK_ROW), ...from.slice(at)]
}

/**
 * All rows of a line, none of which may begin with a move: the terminal then knows that they are one. Answers the row
 * behind them.
 */
const writeSoftLine = (
  pen: Pen,
  first: number,
  { from, to }: { readonly from: readonly Row[]; readonly to: readonly Row[] },
): number => {
  let last = first
  while (to[last]?.goesOn && last + 1 < to.length) last += 1
  for (let at = first; at <= last; at++) {
    if ((from[at]?.width ?? 0) === 0) continue
    pen.moveTo(at, 0)
    pen.eraseRight()
  }
  pen.moveTo(first, 0)
  for (let at = first; at <= last; at++) {
    const row = to[at] ?? BLANK_ROW
    if (at > first) pen.wrapped()
    pen.put(row, 0, row.width)
  }
  // Where the last column is filled the cursor stands on it, or behind.
  pen.forgetColumn()
  return last + 1
}

/** What is on the row then. */
const blankIfShorter = (
  pen: Pen,
  index: number,
  { from, to }: { readonly from: Row; readonly to: Row },
): { readonly from: Row; readonly to: Row } => {
  if (from.width <= to.width || to.width === 0) return { from, to }
  pen.moveTo(index, 0)
  pen.eraseRight()
  return { from: BLANK_ROW, to }
}

/** A gap of so many cells that stay is written again rather than jumped over. */
const SMALL_GAP = 4

const changeRow = (pen: Pen, index: number, { from, to }: { readonly from: Row; readonly to: Row }): void => {
  if (from === to) return
  const unsure = Math.min(from.unsureFrom, to.unsureFrom)
  if (Number.isFinite(unsure)) {
    rewriteFrom(pen, index, { from, to, unsure })
    return
  }
  for (let at = 0; at < to.width; ) {
    if (sameCell(from, to, at)) {
      at += 1
      continue
    }
    let last = at + 1
    for (let next = last; next < to.width && next - last < SMALL_GAP; next++)
      if (!sameCell(from, to, next)) last = next + 1
    // The second half of a wide character is written with its first, also where another one had its own there.
    if (to.texts[last] === '') last += 1
    pen.moveTo(index, at)
    pen.put(to, at, last)
    at = last
  }
  if (from.width > to.width) {
    pen.moveTo(index, to.width)
    pen.eraseRight()
  }
}

/** Behind a character whose width is not sure no column can be jumped to: all from it on is written in one go. */
const rewriteFrom = (
  pen: Pen,
  index: number,
  { from, to, unsure }: { readonly from: Row; readonly to: Row; readonly unsure: number },
): void => {
  const end = Math.max(from.width, to.width)
  let at = 0
  while (at < end && sameCell(from, to, at)) at += 1
  if (at === end) return
  const start = Math.min(at, unsure, to.width)
  pen.moveTo(index, start)
  // A terminal that draws it wider must not break the row.
  pen.raw('\u001b[?7l')
  pen.put(to, start, to.width)
  pen.eraseRight()
  pen.raw('\u001b[?7h')
  pen.forgetColumn()
}
