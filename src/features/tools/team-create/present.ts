import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => ({
  kind: 'other',
  subject: summary(textField(input, 'team_name')),
  ...(textField(output, 'team_name') === undefined ? {} : { outcome: toolsText('team_created') }),
})
