import type { Command } from '../../protocol/command.ts'

export const clearCommand: Command = {
  name: 'clear',
  aliases: ['reset', 'new'],
  description: 'Begin anew: the model forgets the conversation, the session file keeps it',
  group: 'conversation',
  headless: true,
  async run(_, { engine }) {
    await engine.send({ type: 'clear' })
    return {
      kind: 'shown',
      text: 'What was said before stays in the session file.',
    }
  },
}
