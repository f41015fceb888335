import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

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
