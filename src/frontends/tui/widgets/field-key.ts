import { createEditor, type Edit, type Editor, endsInBackslash } from '../input/editor.ts'
import { editFor } from '../input/keymap/edit-for.ts'
import type { Press } from '../ui/ui.ts'

export interface FieldShape {
  /** Columns of a row. */
  readonly width: number
  readonly multiLine: boolean
}

/** What a key does in a field; undefined: nothing, others may have it. */
export const fieldKey = (
  press: Press,
  editor: Editor,
  shape: FieldShape,
): 'submit' | 'cancel' | Edit | undefined => {
  const { key, paste, action } = press
  if (paste !== undefined) return pasted(paste, shape)
  if (key?.name === 'escape') return 'cancel'
  if (action === 'chat:newline') return shape.multiLine ? { type: 'newline' } : 'submit'
  if (action === 'chat:submit' || action === 'chat:submitNow' || key?.name === 'enter')
    return shape.multiLine && endsInBackslash(editor) ? { type: 'continueLine' } : 'submit'
  if (shape.multiLine && (key?.name === 'up' || key?.name === 'down'))
    return editor.text === ''
      ? undefined
      : { type: 'row', by: key.name === 'up' ? -1 : 1, width: shape.width }
  // In an empty text it asks for the end of the program.
  if (action === 'app:exit' && editor.text === '') return undefined
  const edit = action === undefined ? undefined : editFor(action, { width: shape.width })
  if (edit) return edit
  return key && key.text !== '' ? { type: 'insert', text: key.text } : undefined
}

const pasted = (text: string, { multiLine }: FieldShape): Edit =>
  multiLine ? { type: 'paste', text } : { type: 'insert', text: inOneLine(text) }

const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(' ')

/** The same text as dots, with the caret between the same two of them. */
export const veiled = (editor: Editor): Editor => ({
  ...createEditor('•'.repeat([...editor.text].length)),
  caret: [...editor.text.slice(0, editor.caret)].length,
})
