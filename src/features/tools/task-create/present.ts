import { field, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary, titleWith } from '../subject-text.ts'
import { readTask } from '../task-row.ts'

export const present: Present = (input, output) => {
  const task = field(output, 'task')
  const id = textField(task, 'id')
  return {
    kind: 'think',
    subject: summary(textField(input, 'subject')),
    title: titleWith(toolsText('add_task'), input, 'subject'),
    ...(id === undefined ? {} : { outcome: toolsText('task_created', { id }) }),
    body: { type: 'tasks', ...(id === undefined ? {} : { added: readTask(task) }) },
  }
}
