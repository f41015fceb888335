import type { Command } from '../../protocol/command.ts'
import { COMMAND_GROUPS, type CommandGroup, type CommandInfo } from '../../protocol/command-info.ts'
import { columns } from './columns.ts'

const TITLES: Readonly<Record<CommandGroup, string>> = {
  conversation: 'The conversation',
  context: 'Context, memory and cost',
  work: 'Work',
  permissions: 'Permissions',
  setup: 'Setup',
  help: 'Help',
  skills: 'Skills',
}

export const helpCommand: Command = {
  name: 'help',
  description: 'List the commands',
  group: 'help',
  headless: true,
  beside: true,
  panel: { name: 'help', when: 'always' },
  async run(_, { engine, rich }) {
    const commands = (await engine.query('commands')).filter(({ needsScreen }) => !needsScreen)
    const parts = COMMAND_GROUPS.flatMap(group => {
      const rows = commands.filter(each => (each.group ?? 'help') === group).map(rowOf)
      return rows.length === 0
        ? []
        : [`${TITLES[group]}\n${columns(['command', 'also', 'what it does'], rows, rich)}`]
    })
    return { kind: 'shown', text: parts.join('\n\n') }
  },
}

const rowOf = ({ name, argumentHint, aliases, description }: CommandInfo): readonly string[] => [
  [`/${name}`, argumentHint].filter(Boolean).join(' '),
  (aliases ?? []).map(alias => `/${alias}`).join(' '),
  description,
]
