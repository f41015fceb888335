import { listField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const names = listField(output, 'recipients').filter(name => typeof name === 'string')
  const isSent = names.length > 0 || textField(output, 'message') !== undefined
  return {
    kind: 'other',
    subject: summary(
      [textField(input, 'to') ?? '', textField(input, 'summary') ?? textField(input, 'message') ?? '']
        .filter(text => text !== '')
        .join(': '),
    ),
    ...(isSent
      ? {
          outcome:
            names.length === 0
              ? toolsText('message_sent')
              : toolsText('sent_to', { names: names.join(', ') }),
        }
      : {}),
  }
}
