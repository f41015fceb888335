import { type AreaPosition, createAreaPosition } from './area-position.ts'
import { type Area, BEGIN, EMPTY_AREA, END, lineWidth, type PaintOptions, paint } from './paint.ts'
import { type Reflow, reflow } from './reflow.ts'
import type { Frame, Line, Size } from './screen-port.ts'
import { heightOf, parseRow, type Row } from './screen-row.ts'
import { fitSoftLines, softLinesOf, withoutMarks } from './soft-rows.ts'

export interface ScreenFacts extends PaintOptions {
  readonly reflow: Reflow
}

/** The live area on the ordinary screen, below everything that is finished. Answers the bytes to write. */
export interface MainArea {
  readonly size: Size
  /** Something is put off until the size has not changed for a while: {@link MainArea.calm}. */
  readonly restless: boolean
  /** When the size has changed, what stands there is first taken away where the terminal has put it. */
  draw(frame: Frame, print: readonly Line[], size: Size): string
  /** With the next frame the last finished rows go; answers how many of them can, as far as they are on the screen. */
  takeBack(rows: number, size: Size): number
  /** Away with it; the cursor then stands where it began. */
  takeAway(size: Size): string
  /** What is in it may not be what was drawn: with the next frame all of it is drawn again in its place. */
  distrust(): void
  /** Somebody else had the terminal: it begins anew on the cursor's row. */
  forget(size: Size): void
  setCursorShown(shown: boolean): void
  /**
   * The size has not changed for a while. Dragged narrower, the frame kept clear of the right border until now: a row that
   * the terminal has to break costs the screen a row for good where `but-cursor-row` holds, and the next step would break
   * it again. The bytes may ask for the cursor: not at the start, because the answer would find another program when this
   * one ends at once. The frame is to be drawn again.
   */
  calm(): string
  /** The terminal turned out to be another one. */
  learn(reflow: Reflow): void
  /** The terminal has answered where its cursor is, 0-based. */
  locate(screenRow: number): void
  /** A last frame, then the cursor at the beginning of a free row below it. */
  finish(frame: Frame, print: readonly Line[], size: Size): string
}

const FREE_BELOW = '\r\u001b[J'
/** More than a window usually loses in one step of a drag. */
const DRAG_MARGIN = 12
/** What is shown again is twice in the terminal's history: only so near to the top, and after so many changes of size. */
const NEAR_THE_TOP = 6
const MANY_CHANGES = 3
/** Finished lines: more than a screen has rows. */
const MOST_KEPT = 400
const ASK_CURSOR = '\u001b[6n'

export interface MainAreaOptions {
  readonly facts: ScreenFacts
  readonly size: Size
  readonly painted?: Frame | undefined
}

export const createMainArea = (options: MainAreaOptions): MainArea => new LiveArea(options)

class LiveArea implements MainArea {
  #facts: ScreenFacts
  readonly #position: AreaPosition
  #size: Size
  #area: Area
  #dragged = false
  #distrusted = false
  #first: boolean
  /** Rows that went out of the screen when it became too small for the area, still right above it. */
  #lost: readonly Row[] = []
  /** The last finished lines, to be shown again where the terminal has let go of them. */
  #finished: readonly Line[] = []
  /** The terminal may have moved it up, with free rows below. */
  #moved = false
  /** Of its size, since something was printed. */
  #changes = 0
  /** Takes finished rows away, to be written before the next frame. */
  #erasing = ''

  constructor({ facts, size, painted }: MainAreaOptions) {
    this.#facts = withWidths(facts)
    this.#size = size
    this.#position = createAreaPosition(size)
    this.#area = painted ? areaOf(painted, size) : EMPTY_AREA
    this.#first = painted === undefined
  }

  get size(): Size {
    return this.#size
  }

  get restless(): boolean {
    return this.#dragged || this.#isUnsure()
  }

  draw(frame: Frame, print: readonly Line[], size: Size): string {
    const resized = !sameSize(size, this.#size)
    return this.#show(frame, print, size) + (resized ? this.#ask() : '')
  }

  takeBack(rows: number, size: Size): number {
    // After another size nobody knows how many rows of the screen they are.
    const isKnown = !this.#distrusted && this.#changes === 0 && sameSize(size, this.#size)
    const above = this.#size.rows - this.#area.rows.length
    const taken = isKnown ? Math.min(rows, above, this.#finished.length) : 0
    if (taken <= 0) return 0
    this.#finished = this.#finished.slice(0, -taken)
    this.#position.takenBack(taken)
    this.#erasing += eraseFrom(this.#area.cursor.y + taken)
    this.#area = emptied(this.#area)
    return taken
  }

  takeAway(size: Size): string {
    this.#distrusted = true
    return this.#repair(size)
  }

  distrust(): void {
    this.#distrusted = true
  }

  forget(size: Size): void {
    this.#size = size
    this.#area = EMPTY_AREA
    this.#lost = []
    this.#finished = []
    this.#moved = false
    this.#first = true
    this.#position.forget(size)
  }

  setCursorShown(cursorShown: boolean): void {
    this.#area = { ...this.#area, cursorShown }
  }

  calm(): string {
    this.#dragged = false
    return this.#ask()
  }

  learn(reflow: Reflow): void {
    this.#facts = withWidths({ ...this.#facts, reflow })
  }

  locate(screenRow: number): void {
    this.#position.answered(screenRow)
  }

  finish(frame: Frame, print: readonly Line[], size: Size): string {
    this.#dragged = false
    const bytes = this.#show(frame, print, size)
    const { rows, cursor } = this.#area
    const below = rows.length - 1 - cursor.y
    const free = rows.length === 1 && rows[0]?.width === 0
    return `${bytes}${below > 0 ? `\u001b[${below}B` : ''}\r${free ? '' : '\n'}`
  }

  #show(frame: Frame, print: readonly Line[], size: Size): string {
    const erasing = this.#erasing
    this.#erasing = ''
    const before = (this.#first ? FREE_BELOW : '') + erasing + this.#repair(size) + this.#comeDown()
    this.#first = false
    const added = this.#withoutLost(fitSoftLines(print, size.columns))
    if (added.length > 0) {
      this.#finished = [...this.#finished, ...added].slice(-MOST_KEPT)
      this.#changes = 0
    }
    const margin = this.#dragged ? DRAG_MARGIN : 0
    const { bytes, area } = paint(this.#area, { frame, print: added, size, margin }, this.#facts)
    this.#area = area
    this.#position.drawn({ added: added.length, live: area.rows.length })
    return together(before, bytes, this.#facts)
  }

  #repair(size: Size): string {
    if (!this.#distrusted && sameSize(size, this.#size)) return ''
    this.#distrusted = false
    const placed = { ...this.#area, lost: this.#lost, size: this.#size, top: this.#position.top }
    const { up, top, lost } = reflow(placed, size, this.#facts.reflow)
    this.#moved = this.#facts.reflow === 'tmux'
    this.#changes += 1
    if (this.#moved) this.#position.forget(size)
    else this.#position.resized(size, top)
    this.#dragged ||= this.#facts.reflow === 'but-cursor-row' && size.columns < this.#size.columns
    this.#size = size
    this.#lost = lost
    this.#area = emptied(this.#area)
    return eraseFrom(up)
  }

  /**
   * In tmux each change of the width may move the area up for good. Before it gets so high that the next one would push
   * rows of it out of the screen, where nobody can take them away, it comes down to the bottom again, and finished lines
   * that went out above it are shown once more.
   */
  #comeDown(): string {
    if (!this.#moved || !this.#position.sure || this.#lost.length > 0) return ''
    this.#moved = false
    if (this.#changes < MANY_CHANGES) return ''
    const { top } = this.#position
    const { rows, cursor } = this.#area
    const free = this.#size.rows - top - rows.length
    if (top >= Math.min(rows.length, NEAR_THE_TOP) || free <= 0) return ''
    const { lines, height } = linesBefore(this.#finished, {
      columns: this.#size.columns,
      below: top,
      room: free,
    })
    if (height === 0) return ''
    this.#position.pushedDown(height)
    const x = Math.max(0, cursor.x)
    this.#area = { ...this.#area, cursor: { x, y: cursor.y } }
    const back = `\u001b[${top + height + cursor.y + 1};${x + 1}H`
    return `\u001b[H\u001b[${height}L${lines.join('\r\n')}${back}`
  }

  /** Rows that left the screen before their time are not printed a second time. */
  #withoutLost(print: readonly Line[]): readonly Line[] {
    if (print.length === 0 || this.#lost.length === 0) return print
    let same = 0
    while (same < print.length && this.#lost[same]?.line === print[same]) same += 1
    this.#lost = same === print.length ? this.#lost.slice(same) : []
    return print.slice(same)
  }

  #ask(): string {
    if (!this.#isUnsure()) return ''
    this.#position.asked(this.#area.cursor.y)
    return ASK_CURSOR
  }

  #isUnsure(): boolean {
    const isOfUse = this.#facts.reflow === 'but-cursor-row' || this.#moved
    return isOfUse && this.#position.wanted
  }
}

/** tmux breaks a row by all cells that were ever written. */
const withWidths = (facts: ScreenFacts): ScreenFacts => ({ ...facts, keepsWidths: facts.reflow === 'tmux' })

export const sameSize = (one: Size, other: Size): boolean =>
  one.columns === other.columns && one.rows === other.rows

const areaOf = (frame: Frame, size: Size): Area => {
  const rows = frame.lines.map(line => parseRow(line, lineWidth(size.columns)))
  return {
    rows: rows.length === 0 ? EMPTY_AREA.rows : rows,
    cursor: frame.caret ?? { x: -1, y: Math.max(0, rows.length - 1) },
    cursorShown: frame.caret !== undefined,
  }
}

const emptied = ({ cursorShown }: Area): Area => ({ ...EMPTY_AREA, cursor: { x: 0, y: 0 }, cursorShown })

/**
 * From the cursor to the first row of the area, and away with all below. Never all at once from the first column on: where
 * that is the corner of the screen, tmux takes it for clearing the screen and keeps a copy of everything in its history.
 */
const eraseFrom = (up: number): string => `\r${up > 0 ? `\u001b[${up}A` : ''}\u001b[K\u001b[C\u001b[J\r`

/** One change for the eye. */
const together = (before: string, bytes: string, { synchronised }: PaintOptions): string => {
  if (before === '' || !synchronised) return before + bytes
  return `${BEGIN}${before}${bytes.replace(BEGIN, '').replace(END, '')}${END}`
}

/**
 * Of the lines that were printed, the last of which take the rows above `below`, those before them that fit into `room`
 * rows, and how many rows they take where the terminal breaks them.
 */
export const linesBefore = (
  finished: readonly Line[],
  { columns, below, room }: { readonly columns: number; readonly below: number; readonly room: number },
): { readonly lines: readonly Line[]; readonly height: number } => {
  const printed = softLinesOf(finished).map(rows => rows.map(withoutMarks).join(''))
  const heightAt = (at: number): number =>
    heightOf(parseRow(printed[at] ?? '', Number.POSITIVE_INFINITY), columns)
  let end = printed.length
  for (let seen = 0; end > 0 && seen < below; end--) seen += heightAt(end - 1)
  let start = end
  let height = 0
  while (start > 0 && height + heightAt(start - 1) <= room) height += heightAt(--start)
  return { lines: printed.slice(start, end), height }
}
