import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { summary } from '../subject-text.ts'

export const present: Present = input => ({
  kind: 'other',
  subject: summary(
    ['action', 'url', 'reply_to', 'text']
      .map(name => textField(input, name))
      .filter(part => part !== undefined && part !== '')
      .join(' '),
  ),
})
