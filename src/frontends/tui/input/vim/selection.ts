import type { Editor, Span } from '../editor/editor-state.ts'
import { nextStop } from '../editor/graphemes.ts'
import { lineEnd, lineStart } from '../editor/lines.ts'
import type { Piece } from './objects.ts'

/** What is selected, drawn so on the screen. */
export const selectionOf = (editor: Editor): Span | undefined => {
  const piece = selectedPiece(editor)
  return piece && { from: piece.from, to: piece.to }
}

export const selectedPiece = ({ text, caret, vim }: Editor): Piece | undefined => {
  if (!vim || (vim.mode !== 'visual' && vim.mode !== 'visualLine')) return undefined
  const anchor = Math.min(vim.anchor ?? caret, text.length)
  const from = Math.min(anchor, caret)
  const to = Math.max(anchor, caret)
  if (vim.mode === 'visualLine') return { from: lineStart(text, from), to: lineEnd(text, to), lines: true }
  return { from, to: nextStop(text, to), lines: false }
}
