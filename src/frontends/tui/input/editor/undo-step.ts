/** One replaced span. The list of them shares its tail with earlier editors, so a step costs what was replaced. */
export interface UndoStep {
  readonly at: number
  readonly removed: string
  readonly inserted: string
  readonly caretBefore: number
  readonly caretAfter: number
  /** Steps of one group are undone together. */
  readonly group: number
  readonly depth: number
  readonly next: UndoStep | undefined
}
