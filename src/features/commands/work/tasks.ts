import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import type { TaskInfo } from '../../../protocol/tool.ts'
import { columns } from '../columns.ts'

const MARKS: Readonly<Record<string, string>> = { completed: '[x]', in_progress: '[>]' }

export const todosCommand: Command = {
  name: 'todos',
  description: 'Show the to-do list',
  group: 'work',
  headless: true,
  beside: true,
  async run(_, { engine }) {
    const todos = await engine.query('todos')
    if (todos.length === 0) return { kind: 'shown', text: 'The to-do list is empty.' }
    const lines = todos.map(({ content, status }) => `${MARKS[status] ?? '[ ]'} ${content}`)
    return { kind: 'shown', text: lines.join('\n') }
  },
}

export const tasksCommand: Command = {
  name: 'tasks',
  aliases: ['bashes'],
  description: 'Show background tasks',
  group: 'work',
  headless: true,
  beside: true,
  panel: { name: 'tasks', when: 'always' },
  async run(_, { engine, rich }) {
    const tasks = await engine.query('tasks')
    if (tasks.length === 0) return { kind: 'shown', text: 'No background tasks.' }
    const rows = tasks.map(task => [task.id, task.status, seconds(task), task.command ?? task.description])
    return {
      kind: 'shown',
      text: `${columns(['id', 'state', 'time', 'what'], rows, rich)}\n\nStop one with /stop <id>.`,
    }
  },
}

const seconds = ({ startedAt, endedAt }: TaskInfo): string =>
  endedAt === undefined
    ? `since ${new Date(startedAt).toTimeString().slice(0, 8)}`
    : `${Math.round((endedAt - startedAt) / 1000)} s`

export const stopCommand: Command = {
  name: 'stop',
  description: 'Stop a background task',
  argumentHint: '[task id|all]',
  group: 'work',
  destructive: true,
  headless: true,
  beside: true,
  async run(args, { engine }) {
    const running = (await engine.query('tasks')).filter(task => task.status === 'running')
    const [only, ...more] = running
    if (!only) return { kind: 'shown', text: 'No background tasks.' }
    if (args === '' && more.length > 0)
      throw new OpError(
        `Which one? ${running.map(({ id, description }) => `${id} (${description})`).join(', ')}, or all.`,
      )
    const chosen = args === 'all' ? running : args === '' ? [only] : running.filter(({ id }) => id === args)
    if (chosen.length === 0) throw new OpError(`No task ${args} is running. /tasks lists them.`)
    for (const { id } of chosen) await engine.send({ type: 'stop_task', taskId: id })
    return { kind: 'shown', text: `Ended: ${chosen.map(({ description }) => description).join(', ')}` }
  },
}

export const backgroundCommand: Command = {
  name: 'background',
  aliases: ['bg'],
  description: 'Move the running command to the background',
  group: 'work',
  headless: false,
  beside: true,
  async run(_, { engine }) {
    const before = (await engine.query('tasks')).length
    await engine.send({ type: 'move_to_background' })
    const tasks = await engine.query('tasks')
    const text =
      tasks.length > before
        ? `In the background: ${tasks
            .slice(before)
            .map(({ id, description }) => `${description} (${id})`)
            .join(', ')}. /tasks shows it.`
        : 'No running command to move to the background.'
    return { kind: 'shown', text }
  },
}
