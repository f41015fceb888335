import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { summary } from '../subject-text.ts'

export const present: Present = input => ({
  kind: 'other',
  subject: summary(
    [textField(input, 'action'), textField(input, 'url'), textField(input, 'text')]
      .filter(part => part !== undefined && part !== '')
      .join(' '),
  ),
})
