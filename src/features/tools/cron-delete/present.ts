import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => ({
  kind: 'other',
  subject: summary(textField(input, 'id')),
  ...(textField(output, 'id') === undefined ? {} : { outcome: toolsText('unscheduled') }),
})
