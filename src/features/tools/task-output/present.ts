import { field, textField } from '../../../lib/values/read-field.ts'
import type { LogBody, Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { taskSummary } from '../subject-text.ts'

export const present: Present = (input, output) => ({
  kind: 'read',
  subject: taskSummary(textField(input, 'task_id')),
  title: [toolsText('read_output')],
  body: { type: 'log', ...logIn(output) },
})

const logIn = (output: unknown): Omit<LogBody, 'type'> => {
  const task = field(output, 'task')
  const status = textField(task, 'status')
  if (status === undefined) return {}
  const description = textField(task, 'description')
  return {
    heading: description === undefined ? status : `${description}: ${status}`,
    text: textField(output, 'output') ?? '',
  }
}
