import type { Command } from '../../../protocol/command.ts'
import { COMMAND_GROUPS, type CommandGroup, type CommandInfo } from '../../../protocol/command-info.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'

const TITLES: Readonly<Record<CommandGroup, string>> = {
  conversation: 'Conversation',
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
  async run(args, { engine, rich }) {
    const { groupOf, isCommon } = await import('../../../protocol/extensions/everyday-commands.ts')
    const commands = (await engine.query('commands')).filter(({ needsScreen }) => !needsScreen)
    const shown = args.trim() === 'all' ? commands : commands.filter(isCommon)
    const parts = COMMAND_GROUPS.flatMap(group => {
      const rows = shown.filter(each => groupOf(each) === group).map(rowOf)
      return rows.length === 0
        ? []
        : [`${TITLES[group]}\n${columns(['command', 'also', 'what it does'], rows, rich)}`]
    })
    const rest = commands.length - shown.length
    return { kind: 'shown', text: [...parts, ...moreLine(rest)].join('\n\n') }
  },
}

const moreLine = (rest: number): readonly string[] => {
  if (rest === 0) return []
  return [
    rest === 1 ? `${rest} more command: /help all lists it.` : `${rest} more commands: /help all lists them.`,
  ]
}

const rowOf = ({ name, argumentHint, aliases, description }: CommandInfo): readonly string[] => [
  [`/${name}`, argumentHint].filter(Boolean).join(' '),
  (aliases ?? []).map(alias => `/${alias}`).join(' '),
  description,
]

export const releaseNotesCommand: Command = {
  name: 'release-notes',
  description: "Show what's new in this version",
  group: 'help',
  headless: true,
  beside: true,
  needs: 'releaseNotes',
  async run(_, { releaseNotes }) {
    if (!releaseNotes) throw new OpError('No release notes found.')
    return { kind: 'shown', text: await releaseNotes() }
  },
}

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
