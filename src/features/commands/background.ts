import type { Command } from '../../protocol/command.ts'

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
