import type { Command } from '../../protocol/command.ts'

export const backgroundCommand: Command = {
  name: 'background',
  aliases: ['bg'],
  description: 'Let the command that runs now go on in the background',
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
        : 'No command runs that could go on in the background.'
    return { kind: 'shown', text }
  },
}
