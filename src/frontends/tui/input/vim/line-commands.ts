import { moveCaret, replaceSpan } from '../editor/change.ts'
import type { Editor } from '../editor/editor-state.ts'
import { nextStop, previousStop } from '../editor/graphemes.ts'
import { lineEnd } from '../editor/lines.ts'
import type { Piece } from './objects.ts'
import { charsRight } from './operate.ts'

/** `J`: so many lines become one, with a blank between them where one is needed. */
export const joinLines = (editor: Editor, lines: number): Editor => {
  let joined = editor
  for (let left = Math.max(2, lines) - 1; left > 0; left--) {
    const { text, caret } = joined
    const end = lineEnd(text, caret)
    if (end >= text.length) break
    let to = end + 1
    while (text[to] === ' ' || text[to] === '\t') to += 1
    const bare =
      to >= text.length || text[to] === '\n' || text[to] === ')' || /\s$/.test(text.slice(caret, end))
    joined = replaceSpan(joined, { from: end, to, insert: bare ? '' : ' ', caret: end, as: 'other' })
  }
  return joined
}

/** `r`: undefined when the line has not so many characters. */
export const replaceChars = (editor: Editor, char: string, times: number): Editor | undefined => {
  const { from, to } = charsRight(editor, times)
  let count = 0
  for (let at = from; at < to; at = nextStop(editor.text, at)) count += 1
  if (count < times) return undefined
  if (char === '\n') return replaceSpan(editor, { from, to, insert: '\n', as: 'other' })
  const replaced = replaceSpan(editor, { from, to, insert: char.repeat(times), as: 'other' })
  return moveCaret(replaced, replaced.caret - char.length)
}

/** `r` over a selection: line ends stay. */
export const fillPiece = (editor: Editor, { from, to }: Piece, char: string): Editor => {
  let insert = ''
  for (let at = from; at < to; at = nextStop(editor.text, at))
    insert += editor.text[at] === '\n' ? '\n' : char
  return replaceSpan(editor, { from, to, insert, caret: from, as: 'other' })
}

/** Typing in replace mode: over what stands there, up to the end of the line. */
export const overwrite = (editor: Editor, text: string): Editor => {
  const over = charsRight(editor, Array.from(text.split('\n')[0] ?? '').length)
  return replaceSpan(editor, { from: over.from, to: over.to, insert: text, as: 'type' })
}

/** In normal mode the caret stands on a character, not behind the last one. */
export const clampCaret = (editor: Editor): Editor => {
  const { text, caret } = editor
  const behindLast = caret === lineEnd(text, caret) && caret > 0 && text[caret - 1] !== '\n'
  return behindLast ? { ...editor, caret: previousStop(text, caret) } : editor
}
