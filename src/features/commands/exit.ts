import type { Command } from '../../protocol/command.ts'

export const exitCommand: Command = {
  name: 'exit',
  aliases: ['quit'],
  description: 'Leave; the conversation can be resumed',
  group: 'help',
  headless: false,
  beside: true,
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'exit' },
      text: 'There is nothing to leave here: the program ends with the answer.',
    }
  },
}
