import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { presentChange } from '../change-present.ts'

export const present: Present = (input, output) => {
  const content = textField(input, 'content')
  return presentChange(
    { input, output },
    { action: 'write', before: { writes: content === undefined ? {} : { content } } },
  )
}
