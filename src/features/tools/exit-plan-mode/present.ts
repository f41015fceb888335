import { field, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const proposed = textField(input, 'plan')
  const approved = textField(output, 'plan')
  const isEdited = field(output, 'planWasEdited') === true
  return {
    name: toolsText('plan_name'),
    kind: 'switch_mode',
    subject: summary(textField(input, 'planFilePath')),
    title: [toolsText('ready_to_code')],
    ...(approved === undefined ? {} : { outcome: toolsText(isEdited ? 'plan_edited' : 'plan_approved') }),
    body: {
      type: 'plan',
      ...(proposed === undefined ? {} : { proposed }),
      ...(approved === undefined ? {} : { approved }),
    },
  }
}
