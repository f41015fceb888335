import { listField, numberField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const count = numberField(output, 'total') ?? listField(output, 'found').length
  return {
    kind: 'other',
    subject: summary(textField(input, 'query') ?? textField(input, 'message_id')),
    body: { type: 'found', count },
  }
}
