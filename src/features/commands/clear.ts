import type { Command } from '../../protocol/command.ts'

export const clearCommand: Command = {
  name: 'clear',
  aliases: ['reset', 'new'],
  description: 'Clear the conversation and start over; the session file keeps it',
  group: 'conversation',
  destructive: true,
  headless: true,
  async run(_, { engine }) {
    await engine.send({ type: 'clear' })
    return {
      kind: 'shown',
      text: 'Conversation cleared. The session file still has it.',
    }
  },
}
