import { expect, test } from 'vitest'
import { applyEdit, createEditor, labelledText } from '../editor.ts'
import { chipEdit } from './chip-edit.ts'

const LONG = 'x\n'.repeat(9)
const editor = applyEdit(
  applyEdit(applyEdit(createEditor('a '), { type: 'paste', text: LONG }), { type: 'insert', text: ' b ' }),
  { type: 'paste', text: `y${LONG}` },
)
const after = (from: typeof editor, action: string): typeof editor => {
  const edit = chipEdit(from, action)
  return edit ? applyEdit(from, edit) : from
}

test('the caret goes from chip to chip and round, and the one before it is taken out whole', () => {
  const back = after(editor, 'attachments:previous')
  expect(labelledText({ ...back, text: back.text.slice(0, back.caret) })).toBe('a [Pasted text #1 +9 lines]')
  expect(after(back, 'attachments:next').caret).toBe(editor.caret)
  expect(after(editor, 'attachments:next').caret).toBe(back.caret)
  expect(labelledText(after(back, 'attachments:remove'))).toBe('a  b [Pasted text #2 +9 lines]')
  expect(after(back, 'attachments:exit').caret).toBe(editor.text.length)
})

test('without a chip such a key is none', () => {
  expect(chipEdit(createEditor('abc'), 'attachments:remove')).toBeUndefined()
})
