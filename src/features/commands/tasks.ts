import type { Command } from '../../protocol/command.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import { columns } from './columns.ts'

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
