import { textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { taskSummary } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const outcome = textField(output, 'message')
  return {
    kind: 'run',
    subject: taskSummary(textField(input, 'task_id') ?? textField(input, 'shell_id')),
    title: [toolsText('stop_task')],
    ...(outcome === undefined ? {} : { outcome }),
  }
}
