import type { ImageBlock } from '../../../../protocol/message.ts'
import { replaceSpan } from './change.ts'
import { type Chip, chipAt, chipSign, cleanText, countLines } from './chip.ts'
import type { Editor } from './editor-state.ts'

const MOST_LINES = 3
const MOST_CHARS = 800

/** A long paste becomes a chip; the same once more, directly after it, is a wish to see it: the chip unfolds. */
export const paste = (editor: Editor, text: string): Editor => {
  const clean = cleanText(text)
  const at = editor.caret
  if (countLines(clean) <= MOST_LINES && clean.length <= MOST_CHARS)
    return replaceSpan(editor, { from: at, to: at, insert: clean, as: 'paste' })
  const before = editor.last === 'paste' ? chipAt(editor.text, at - 2, editor.chips) : undefined
  if (before?.kind === 'text' && before.text === clean)
    return replaceSpan(editor, { from: at - 2, to: at, insert: clean, as: 'other' })
  return insertChip(editor, id => ({ kind: 'text', id, text: clean }))
}

export const insertImage = (editor: Editor, block: ImageBlock): Editor =>
  insertChip(editor, id => ({ kind: 'image', id, block }))

const insertChip = (editor: Editor, make: (id: number) => Chip): Editor => {
  const id = editor.chipCount + 1
  const at = editor.caret
  const grown = { ...editor, chipCount: id, chips: [...editor.chips, make(id)] }
  return replaceSpan(grown, { from: at, to: at, insert: chipSign(id), as: 'paste' })
}
