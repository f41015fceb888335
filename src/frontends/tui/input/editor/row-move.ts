import { moveCaret } from './change.ts'
import type { Editor } from './editor-state.ts'
import { previousStop } from './graphemes.ts'
import { columnOf, offsetAt, type RowShape, rowEnd, rowOf, rowStarts } from './rows.ts'

/** The last place in a row at which the caret is drawn in that row. */
const lastPlace = (text: string, starts: readonly number[], row: number): number => {
  const end = rowEnd(text, starts, row)
  return end === starts[row + 1] && end > (starts[row] ?? 0) ? previousStop(text, end) : end
}

/** One row up or down on the screen, in the column it came from. The same editor at the edge. */
export const moveRow = (editor: Editor, by: -1 | 1, shape: RowShape): Editor => {
  const { text, caret } = editor
  const starts = rowStarts(text, shape)
  const row = rowOf(starts, caret)
  const target = row + by
  const from = starts[target]
  if (from === undefined) return editor
  const column = editor.goal ?? columnOf(text, { from: starts[row] ?? 0, to: caret }, shape)
  const to = lastPlace(text, starts, target)
  return moveCaret(editor, offsetAt(text, { from, to, column }, shape), column)
}

/** The beginning or end of the row on the screen. */
export const moveInRow = (editor: Editor, to: 'start' | 'end', shape: RowShape): Editor => {
  const starts = rowStarts(editor.text, shape)
  const row = rowOf(starts, editor.caret)
  return moveCaret(editor, to === 'start' ? (starts[row] ?? 0) : lastPlace(editor.text, starts, row))
}

/** Where the first or last row on the screen ends. */
export const edgeRowEnd = (text: string, edge: 'first' | 'last', shape: RowShape): number => {
  if (edge === 'last') return text.length
  return lastPlace(text, rowStarts(text, shape), 0)
}
