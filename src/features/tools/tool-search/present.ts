import { listField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary, titleWith } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const names = listField(output, 'matches').filter(name => typeof name === 'string')
  return {
    kind: 'search',
    subject: summary(textField(input, 'query')),
    title: titleWith(toolsText('look_up_tools'), input, 'query'),
    ...(names.length === 0 ? {} : { outcome: toolsText('loaded', { names: names.join(', ') }) }),
  }
}
