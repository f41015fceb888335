import type { VimState } from '../vim/vim-state.ts'
import type { Chip } from './chip.ts'
import type { KillRing } from './kill-ring.ts'
import type { RowMemo } from './row-memo.ts'
import type { UndoStep } from './undo-step.ts'

/** A text being edited, as a value. Changed only by `applyEdit` and `vimKey`, which give a new one. */
export interface Editor {
  /** Chips stand in it as one sign each, see chip.ts; `expandEditor` puts back what they stand for. */
  readonly text: string
  /** An offset between two clusters. */
  readonly caret: number
  /** The other end of the region. */
  readonly mark?: number
  /** Also those that were deleted: undo may bring them back. */
  readonly chips: readonly Chip[]
  /** Number of the newest chip; goes on over prompts, so that one number names one thing. */
  readonly chipCount: number
  readonly kills: KillRing
  readonly past: UndoStep | undefined
  readonly future: UndoStep | undefined
  readonly group: number
  /** While true, edits belong to one undo group. */
  readonly grouped: boolean
  /** What the last edit was: typing goes on in one undo step, kills in one entry of the ring. */
  readonly last: LastEdit
  /** The column vertical moves aim at. */
  readonly goal?: number
  readonly memo: RowMemo
  /** Present when vim keys are on. */
  readonly vim?: VimState
}

export type LastEdit = 'none' | 'type' | 'delete' | 'kill' | 'yank' | 'paste' | 'undo' | 'move' | 'other'

/** A piece of the text. */
export interface Span {
  readonly from: number
  readonly to: number
}
