import type { Command } from '../../protocol/command.ts'

export const exitCommand: Command = {
  name: 'exit',
  aliases: ['quit'],
  description: 'Exit; you can resume the session later',
  group: 'help',
  destructive: true,
  headless: false,
  beside: true,
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'exit' },
      text: 'Nothing to exit: Capstan ends after this answer.',
    }
  },
}
