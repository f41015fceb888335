import type { Command } from '../../../protocol/command.ts'
import { headerOf, knownCell } from '../../../protocol/messages/commands/table-cells.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { TaskInfo } from '../../../protocol/tool.ts'
import { paragraphs, shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

const MARKS: Readonly<Record<string, string>> = { completed: '[x]', in_progress: '[>]' }

export const todosCommand: Command = {
  ...described('todos'),
  group: 'work',
  headless: true,
  beside: true,
  async run(_, { engine }) {
    const todos = await engine.query('todos')
    if (todos.length === 0) return shown(workAnswer('no_todos'))
    return shownLines(todos.map(({ content, status }) => `${MARKS[status] ?? '[ ]'} ${content}`))
  },
}

export const tasksCommand: Command = {
  ...described('tasks', ['bashes']),
  group: 'work',
  headless: true,
  beside: true,
  panel: { name: 'tasks', when: 'always' },
  async run(_, { engine }) {
    const tasks = await engine.query('tasks')
    if (tasks.length === 0) return shown(workAnswer('no_tasks'))
    const rows = tasks.map(task => [
      task.id,
      knownCell(task.status),
      seconds(task),
      task.command ?? task.description,
    ])
    return shown(paragraphs([table(headerOf('id', 'state', 'time', 'what'), rows), workAnswer('stop_hint')]))
  },
}

const seconds = ({ startedAt, endedAt }: TaskInfo): LocalizedText =>
  endedAt === undefined
    ? workAnswer('since', { time: new Date(startedAt).toTimeString().slice(0, 8) })
    : workAnswer('seconds', { count: Math.round((endedAt - startedAt) / 1000) })

export const stopCommand: Command = {
  ...described('stop'),
  group: 'work',
  destructive: true,
  headless: true,
  beside: true,
  async run(args, { engine }) {
    const running = (await engine.query('tasks')).filter(task => task.status === 'running')
    const [only, ...more] = running
    if (!only) return shown(workAnswer('no_tasks'))
    if (args === '' && more.length > 0)
      throw new OpError(
        workAnswer('which_task', {
          tasks: running.map(({ id, description }) => workAnswer('named', { id, description })),
        }),
      )
    const chosen = args === 'all' ? running : args === '' ? [only] : running.filter(({ id }) => id === args)
    if (chosen.length === 0) throw new OpError(workAnswer('no_such_task', { id: args }))
    for (const { id } of chosen) await engine.send({ type: 'stop_task', taskId: id })
    return shown(workAnswer('tasks_ended', { tasks: chosen.map(({ description }) => description) }))
  },
}

export const backgroundCommand: Command = {
  ...described('background', ['bg']),
  group: 'work',
  headless: false,
  beside: true,
  async run(_, { engine }) {
    const before = (await engine.query('tasks')).length
    await engine.send({ type: 'move_to_background' })
    const tasks = await engine.query('tasks')
    if (tasks.length <= before) return shown(workAnswer('nothing_to_move'))
    const moved = tasks
      .slice(before)
      .map(({ id, description }) => workAnswer('named', { id: description, description: id }))
    return shown(workAnswer('moved', { tasks: moved }))
  },
}
