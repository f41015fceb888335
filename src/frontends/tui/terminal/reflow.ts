import type { Area } from './paint.ts'
import type { Size } from './screen-port.ts'
import { heightOf, type Row } from './screen-row.ts'

/**
 * What a terminal does by itself to rows that no longer fit when it becomes narrower: `none` cuts them off; `all` breaks
 * them into several, the cursor staying with its character; `but-cursor-row` (xterm.js) goes from the last row up, pushes
 * the cursor down by every row that is added, also below it, and leaves the row alone that the cursor is on by then;
 * `tmux` breaks all rows and counts the blank ones below as rows too: for each that is added, one leaves at the top, and
 * none comes back when they are drawn anew.
 */
export type Reflow = 'none' | 'all' | 'but-cursor-row' | 'tmux'

/** The live area in its place. Where something is not sure, the figures are such that nothing finished gets erased. */
export interface PlacedArea extends Area {
  readonly size: Size
  /** Its first row on the screen; when that is not known, the lowest it can be. */
  readonly top: number
  /** Rows that left the screen when it became too small for the area, still right above it. */
  readonly lost: readonly Row[]
}

export interface Reflowed {
  /** Rows from the cursor up to the first row of the area, those that left the screen included. */
  readonly up: number
  readonly top: number
  readonly lost: readonly Row[]
}

/** Where the area is after the terminal has changed its size. */
export const reflow = (area: PlacedArea, to: Size, mode: Reflow): Reflowed => {
  const breaks = mode !== 'none' && to.columns < area.size.columns
  const height = (row: Row): number => (breaks ? heightOf(row, to.columns) : 1)
  const above = area.lost.concat(area.rows.slice(0, area.cursor.y))
  const kept =
    mode === 'but-cursor-row' ? area.rows.slice(0, area.rows.length - dropped(area, to)) : area.rows
  const up =
    breaks && mode === 'but-cursor-row'
      ? sum(area.lost, height) + pushedDown(kept, area.cursor.y, height)
      : sum(above, height) + (breaks ? withinRow(area, to.columns) : 0)
  const top = Math.max(0, cursorRow(area, to) - up)
  return { up, top, lost: rowsWithin(above, up - (to.rows - 1), height) }
}

/** Rows below the cursor's: those of the area and free ones. */
const freeRows = ({ size, top, rows }: PlacedArea): number => Math.max(0, size.rows - (top + rows.length))
const rowsBelow = ({ rows, cursor }: PlacedArea): number => rows.length - 1 - cursor.y

/** A terminal with fewer rows first gives up what is below the cursor. */
const dropped = (area: PlacedArea, to: Size): number =>
  Math.max(0, Math.min(rowsBelow(area), area.size.rows - to.rows - freeRows(area)))

/** The cursor's row on the screen: with more rows the past comes back when the cursor was on the last one. */
const cursorRow = (area: PlacedArea, to: Size): number => {
  const row = area.top + area.cursor.y
  const onLast = rowsBelow(area) + freeRows(area) === 0
  return onLast && to.rows > area.size.rows ? row + to.rows - area.size.rows : Math.min(row, to.rows - 1)
}

/** How far the cursor is below the first row of the line it was on. */
const withinRow = (area: Area, columns: number): number => {
  const row = area.rows[area.cursor.y]
  // Exactly at a break it may be counted to either row; less is safer.
  const before = Math.max(0, Math.ceil(area.cursor.x / columns) - 1)
  return Math.min(before, row ? heightOf(row, columns) - 1 : 0)
}

const pushedDown = (rows: readonly Row[], from: number, height: (row: Row) => number): number => {
  let cursor = from
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]
    if (row && i !== cursor) cursor += height(row) - 1
  }
  return cursor
}

const sum = (rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/** The first rows that together take no more than `room`. */
const rowsWithin = (rows: readonly Row[], room: number, height: (row: Row) => number): readonly Row[] => {
  let taken = 0
  let count = 0
  for (const row of rows) {
    taken += height(row)
    if (taken > room) break
    count += 1
  }
  return rows.slice(0, count)
}
