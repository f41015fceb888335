import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { taskSummary } from '../subject-text.ts'

export const present: Present = input => ({
  kind: 'other',
  subject: taskSummary(textField(input, 'taskId')),
})
