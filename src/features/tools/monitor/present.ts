import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary, titleWith } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const text = textField(input, 'description') ?? textField(input, 'command') ?? textField(input, 'task_id')
  const background = textField(output, 'backgroundTaskId')
  return {
    kind: 'run',
    subject: summary(text?.trimStart().split(/[\r\n]/, 1)[0]),
    title: titleWith(toolsText('watch'), input, 'command'),
    ...(background === undefined ? {} : { background }),
  }
}
