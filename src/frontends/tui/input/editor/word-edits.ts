import { replaceSpan } from './change.ts'
import type { Editor } from './editor-state.ts'
import { nextStop, previousStop } from './graphemes.ts'
import { lineEnd, lineStart } from './lines.ts'
import { wordEndAfter, wordStartBefore } from './words.ts'

/** The clusters around the caret change places; at the end of a line the two before it. */
export const transposeChars = (editor: Editor): Editor => {
  const { text, caret } = editor
  const middle = caret === lineEnd(text, caret) ? previousStop(text, caret) : caret
  const from = previousStop(text, middle)
  const to = nextStop(text, middle)
  if (middle <= lineStart(text, caret) || from === middle || to === middle) return editor
  const insert = text.slice(middle, to) + text.slice(from, middle)
  return replaceSpan(editor, { from, to, insert, as: 'other' })
}

/** The words around the caret change places. */
export const transposeWords = (editor: Editor): Editor => {
  const { text, caret } = editor
  const to = wordEndAfter(text, caret)
  const second = wordStartBefore(text, to)
  const first = wordStartBefore(text, second)
  const firstEnd = wordEndAfter(text, first)
  if (first >= second || firstEnd > second) return editor
  const insert = text.slice(second, to) + text.slice(firstEnd, second) + text.slice(first, firstEnd)
  return replaceSpan(editor, { from: first, to, insert, as: 'other' })
}

const capital = (word: string): string => word.toLowerCase().replace(/\p{L}/u, letter => letter.toUpperCase())

/** From the caret to the end of the word. */
export const changeCase = (editor: Editor, to: 'upper' | 'lower' | 'capital'): Editor => {
  const from = editor.caret
  const end = wordEndAfter(editor.text, from)
  const word = editor.text.slice(from, end)
  const insert = to === 'upper' ? word.toUpperCase() : to === 'lower' ? word.toLowerCase() : capital(word)
  return replaceSpan(editor, { from, to: end, insert, as: 'other' })
}
