import { listField, textField } from '../../../lib/values/read-field.ts'
import type { Present, Todo } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'
import { readStatus } from '../task-row.ts'

export const present: Present = input => {
  const todos = listField(input, 'todos').flatMap(readTodo)
  const done = todos.filter(({ status }) => status === 'completed').length
  return {
    kind: 'think',
    subject: summary(todos.length === 0 ? '' : toolsText('done_of', { done, all: todos.length })),
    title: [toolsText('update_list')],
    ...(todos.length === 0 ? { outcome: toolsText('list_empty') } : {}),
    body: { type: 'todos', todos },
  }
}

const readTodo = (row: unknown): readonly Todo[] => {
  const content = textField(row, 'content')
  const activeForm = textField(row, 'activeForm')
  if (content === undefined) return []
  return [
    {
      content,
      status: readStatus(textField(row, 'status')),
      ...(activeForm === undefined ? {} : { activeForm }),
    },
  ]
}
