import type { Command } from '../../protocol/command.ts'
import { columns } from './columns.ts'

export const helpCommand: Command = {
  name: 'help',
  description: 'List the commands',
  headless: true,
  async run(_, { engine, rich }) {
    const commands = await engine.query('commands')
    const rows = commands.map(({ name, argumentHint, aliases, description }) => [
      [`/${name}`, argumentHint].filter(Boolean).join(' '),
      (aliases ?? []).map(alias => `/${alias}`).join(' '),
      description,
    ])
    return { kind: 'shown', text: columns(['command', 'also', 'what it does'], rows, rich) }
  },
}
