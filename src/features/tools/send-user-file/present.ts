import { listField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { summary } from '../subject-text.ts'

export const present: Present = input => ({
  kind: 'other',
  subject: summary(
    listField(input, 'files')
      .filter(file => typeof file === 'string')
      .join(', '),
  ),
  body: { type: 'message' },
})
