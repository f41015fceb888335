import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { field, listField, textField } from '../../../../lib/values/read-field.ts'
import type { TodoRow } from '../../state/ui-state.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { foldedLines } from '../folded-lines.ts'
import type { View } from '../look.ts'
import { safeLine } from '../safe-text.ts'
import { todoLines } from '../todo-lines.ts'
import type { ToolView } from './tool-view.ts'

/** Tools for the list of tasks. */
export const taskCreateView: ToolView = {
  subject: input => safeLine(textField(input, 'subject') ?? ''),
  result: (item, view) => {
    const id = textField(field(item.output, 'task'), 'id')
    return id === undefined ? undefined : [view.words.transcript.taskCreated(safeLine(id))]
  },
}

export const taskUpdateView: ToolView = {
  subject: (input, view) => taskNamed(textField(input, 'taskId'), view),
  result: (item, view) => {
    const to = textField(field(item.output, 'statusChange'), 'to')
    return to === undefined ? undefined : [view.words.transcript.taskNow(safeLine(to))]
  },
}

export const taskGetView: ToolView = {
  subject: (input, view) => taskNamed(textField(input, 'taskId'), view),
}

export const taskListView: ToolView = {
  subject: () => '',
  result: (item, view) => {
    const tasks = listField(item.output, 'tasks').map(toRow)
    if (!Array.isArray(field(item.output, 'tasks'))) return undefined
    return tasks.length === 0 ? [view.words.transcript.todosEmpty] : todoLines(tasks, view)
  },
}

const toRow = (task: unknown): TodoRow => {
  const status = textField(task, 'status')
  const id = textField(task, 'id') ?? ''
  const activeForm = textField(task, 'activeForm')
  return {
    content: `${id}. ${textField(task, 'subject') ?? ''}`,
    ...(activeForm === undefined ? {} : { activeForm: `${id}. ${activeForm}` }),
    status: status === 'completed' || status === 'in_progress' ? status : 'pending',
  }
}

/** Tools for what runs in the background. */
export const taskOutputView: ToolView = {
  subject: (input, view) => taskNamed(textField(input, 'task_id'), view),
  result: (item, view) => {
    const task = field(item.output, 'task')
    const status = textField(task, 'status')
    if (status === undefined) return undefined
    const head = [textField(task, 'description'), status].filter(text => text !== undefined).join(': ')
    return [
      ...wrapAnsi(safeLine(head), view.width),
      ...foldedLines(textField(item.output, 'output') ?? '', { head: 0, tail: 5, tone: 'dim' }, view),
    ]
  },
}

export const taskStopView: ToolView = {
  subject: (input, view) => taskNamed(textField(input, 'task_id') ?? textField(input, 'shell_id'), view),
  result: (item, view): readonly Line[] | undefined => {
    const message = textField(item.output, 'message')
    return message === undefined ? undefined : wrapAnsi(safeLine(message), view.width)
  },
}

const taskNamed = (id: string | undefined, { words }: View): string =>
  id === undefined ? '' : words.transcript.task(safeLine(id))
