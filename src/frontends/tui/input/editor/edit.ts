import type { ImageBlock } from '../../../../protocol/message.ts'
import type { Chip } from './chip.ts'
import type { Span } from './editor-state.ts'

/** How much: to the next cluster, word, word between blanks, end of the line, end of the text. */
export type Unit = 'char' | 'word' | 'bigWord' | 'line' | 'buffer'
export type Side = 'back' | 'forward'

/** How the text stands on the screen: the columns of its rows, and what is drawn for chips. */
export interface RowView {
  readonly width: number
  label?(chip: Chip): string
}

/** All that can happen to a text. */
export type Edit =
  | KillEdit
  | { readonly type: 'insert'; readonly text: string }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'image'; readonly block: ImageBlock }
  | { readonly type: 'newline' }
  /** A backslash before the caret becomes a line end. */
  | { readonly type: 'continueLine' }
  | { readonly type: 'delete'; readonly unit: Unit; readonly side: Side }
  | { readonly type: 'transpose'; readonly unit: 'char' | 'word' }
  | { readonly type: 'case'; readonly to: 'upper' | 'lower' | 'capital' }
  | { readonly type: 'move'; readonly unit: Unit; readonly side: Side }
  /** On the screen, see `RowView`. */
  | ({ readonly type: 'row'; readonly by: -1 | 1 } & RowView)
  | ({ readonly type: 'rowEdge'; readonly to: 'start' | 'end' } & RowView)
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'replace'; readonly span: Span; readonly text: string }
  /** Labels of chips in the text are chips again. */
  | { readonly type: 'set'; readonly text: string; readonly caret?: number }
  | { readonly type: 'caret'; readonly at: number }

/** What has to do with the kill ring and the region. */
export type KillEdit =
  | { readonly type: 'kill'; readonly unit: Unit; readonly side: Side }
  | { readonly type: 'killLine' }
  | { readonly type: 'setMark' }
  | { readonly type: 'swapMark' }
  | { readonly type: 'killRegion' }
  | { readonly type: 'copyRegion' }
  | { readonly type: 'yank' }
  | { readonly type: 'yankPop' }
