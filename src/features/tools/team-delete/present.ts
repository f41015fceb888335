import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (_, output) => {
  const name = textField(output, 'team_name')
  return {
    kind: 'other',
    subject: summary(''),
    ...(name === undefined ? {} : { outcome: toolsText('team_deleted', { name }) }),
  }
}
