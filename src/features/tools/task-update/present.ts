import { field, textField } from '../../../lib/values/read-field.ts'
import type { Present, TasksBody } from '../../../protocol/messages/presentation.ts'
import { statusText, toolsText } from '../../../protocol/messages/tools.ts'
import { taskSummary } from '../subject-text.ts'
import { readStatus } from '../task-row.ts'

export const present: Present = (input, output) => {
  const to = textField(field(output, 'statusChange'), 'to')
  return {
    kind: 'think',
    subject: taskSummary(textField(input, 'taskId')),
    title: [toolsText('update_list')],
    ...(to === undefined ? {} : { outcome: toolsText('task_now', { status: statusText(to) }) }),
    body: { type: 'tasks', ...changeIn(input, output) },
  }
}

const changeIn = (input: unknown, output: unknown): Pick<TasksBody, 'changed'> => {
  const id = textField(output, 'taskId')
  if (id === undefined) return {}
  const content = textField(input, 'subject')
  const to = textField(field(output, 'statusChange'), 'to')
  return {
    changed: {
      id,
      ...(content === undefined ? {} : { content }),
      ...(to === undefined ? {} : { status: to === 'deleted' ? to : readStatus(to) }),
    },
  }
}
