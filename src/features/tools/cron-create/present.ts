import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const id = textField(output, 'id')
  const next = textField(output, 'nextAt')
  return {
    kind: 'other',
    subject: summary(
      [textField(input, 'cron'), textField(input, 'prompt')].filter(text => text !== undefined).join(', '),
    ),
    ...(id === undefined
      ? {}
      : {
          outcome:
            next === undefined || next === ''
              ? toolsText('schedule', { id })
              : toolsText('schedule_next', { id, next }),
        }),
  }
}
