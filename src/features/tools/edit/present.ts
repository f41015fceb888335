import { listField, textField } from '../../../lib/values/read-field.ts'
import type { DiffBody, Present } from '../../../protocol/messages/presentation.ts'
import { presentChange } from '../change-present.ts'

/** Also of MultiEdit, as old sessions have it: one file, several edits. */
export const present: Present = (input, output) =>
  presentChange(
    { input, output },
    { action: 'edit', before: { replaces: [input, ...listField(input, 'edits')].map(replaced) } },
  )

const replaced = (edit: unknown): NonNullable<DiffBody['replaces']>[number] => {
  const before = textField(edit, 'old_string')
  const after = textField(edit, 'new_string')
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}
