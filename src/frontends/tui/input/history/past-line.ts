import type { HistoryLine } from '../../ports/history-port.ts'
import type { Chip } from '../editor/chip.ts'

/** A line of the past; with its chips, where the text names them by their labels. */
export interface PastLine extends HistoryLine {
  readonly chips?: readonly Chip[]
}
