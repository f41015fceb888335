import { moveCaret, replaceSpan } from '../editor/change.ts'
import type { Editor } from '../editor/editor-state.ts'
import { nextStop, previousStop } from '../editor/graphemes.ts'
import { currentKill } from '../editor/kill-ring.ts'
import { firstNonBlank, lineEnd, lineStart } from '../editor/lines.ts'
import type { Piece } from './objects.ts'
import { operate } from './operate.ts'

/** `p` and `P`: the newest of what was cut, so many times. */
export const put = (editor: Editor, side: 'before' | 'behind', times: number): Editor => {
  const kill = currentKill({ ...editor.kills, at: 0 })
  if (!kill) return editor
  return kill.lines
    ? putLines(editor, side, kill.text.repeat(times))
    : putText(editor, side, kill.text.repeat(times))
}

const putLines = (editor: Editor, side: 'before' | 'behind', lines: string): Editor => {
  const { text, caret } = editor
  const end = lineEnd(text, caret)
  const behindLast = side === 'behind' && end >= text.length
  const at = side === 'before' ? lineStart(text, caret) : Math.min(end + 1, text.length)
  const insert = behindLast ? `\n${lines.replace(/\n$/, '')}` : lines
  const put = replaceSpan(editor, { from: at, to: at, insert, as: 'other' })
  return moveCaret(put, firstNonBlank(put.text, behindLast ? at + 1 : at))
}

const putText = (editor: Editor, side: 'before' | 'behind', insert: string): Editor => {
  const { text, caret } = editor
  const at = side === 'behind' && caret < lineEnd(text, caret) ? nextStop(text, caret) : caret
  const put = replaceSpan(editor, { from: at, to: at, insert, as: 'other' })
  return moveCaret(put, insert.includes('\n') ? at : previousStop(put.text, at + insert.length))
}

/** In visual mode: the selection goes into the ring, what was newest comes in its place. */
export const putOver = (editor: Editor, piece: Piece): Editor => {
  const kill = currentKill({ ...editor.kills, at: 0 })
  const { editor: changed } = operate(editor, 'c', { piece })
  if (!kill) return operate(editor, 'd', { piece }).editor
  const body = kill.text.replace(/\n$/, '')
  const insert = piece.lines ? body : kill.lines ? `\n${body}\n` : kill.text
  const at = changed.caret
  const put = replaceSpan(changed, { from: at, to: at, insert, as: 'other' })
  return moveCaret(
    put,
    kill.lines || piece.lines
      ? firstNonBlank(put.text, at + (piece.lines ? 0 : 1))
      : previousStop(put.text, put.caret),
  )
}
