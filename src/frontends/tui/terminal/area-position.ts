import type { Size } from './screen-port.ts'

/**
 * Follows where the live area begins on the screen. That is sure once the screen has been filled, or when the terminal
 * has told where the cursor is; until then the lowest row it can be is taken.
 */
export interface AreaPosition {
  readonly top: number
  readonly sure: boolean
  /** True when the terminal should be asked for the cursor now. */
  readonly wanted: boolean
  /** So many finished rows were added, the area has so many. */
  drawn(rows: { readonly added: number; readonly live: number }): void
  /** The terminal has another size; `top` as far as that can be told when it was sure before. */
  resized(size: Size, top: number): void
  /** So many rows were put in above it. */
  pushedDown(rows: number): void
  /** So many finished rows above it are gone. */
  takenBack(rows: number): void
  /** Nothing is known any more. */
  forget(size: Size): void
  /** The question was sent while the cursor was on this row of the area. */
  asked(cursorRow: number): void
  /** The answer, 0-based. */
  answered(screenRow: number): void
}

/** From the place `top` at the time of the question to now: `min(top + added, lowest)`. */
interface Question {
  readonly cursorRow: number
  added: number
  lowest: number
  /** The size has changed since: the answer is of no use. */
  stale: boolean
}

export const createAreaPosition = (begin: Size): AreaPosition => {
  let rows = begin.rows
  let top = rows - 1
  let made = 0
  let told = false
  const questions: Question[] = []
  const isSure = (): boolean => told || made > rows
  const forget = (size: Size): void => {
    rows = size.rows
    top = rows - 1
    made = 0
    told = false
    for (const question of questions) question.stale = true
  }
  return {
    get top() {
      return top
    },
    get sure() {
      return isSure()
    },
    get wanted() {
      return !isSure() && !questions.some(question => !question.stale)
    },
    drawn({ added, live }) {
      const lowest = rows - added - live
      top = Math.min(top, lowest) + added
      made += added
      for (const question of questions) {
        question.added += added
        question.lowest = Math.min(question.lowest, lowest) + added
      }
    },
    resized(size, newTop) {
      const filled = made > Math.max(rows, size.rows)
      forget(size)
      if (!filled) return
      top = newTop
      made = rows + 1
    },
    pushedDown(by) {
      top += by
      for (const question of questions) question.stale = true
    },
    takenBack(by) {
      top = Math.max(0, top - by)
      for (const question of questions) question.stale = true
    },
    forget,
    asked: cursorRow =>
      void questions.push({ cursorRow, added: 0, lowest: Number.POSITIVE_INFINITY, stale: false }),
    answered(screenRow) {
      const question = questions.shift()
      if (!question || question.stale) return
      top = Math.max(0, Math.min(screenRow - question.cursorRow + question.added, question.lowest))
      told = true
    },
  }
}
