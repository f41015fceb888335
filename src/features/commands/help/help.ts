import type { Command } from '../../../protocol/command.ts'
import { COMMAND_GROUPS, type CommandInfo } from '../../../protocol/command-info.ts'
import { helpAnswer } from '../../../protocol/messages/commands/help.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { paragraphs, shown } from '../answer.ts'
import { described } from '../described.ts'

export const helpCommand: Command = {
  ...described('help'),
  group: 'help',
  headless: true,
  beside: true,
  panel: { name: 'help', when: 'always' },
  async run(args, { engine }) {
    const { groupOf, isCommon } = await import('../../../protocol/extensions/everyday-commands.ts')
    const commands = (await engine.query('commands')).filter(({ needsScreen }) => !needsScreen)
    const listed = args.trim() === 'all' ? commands : commands.filter(isCommon)
    const parts = COMMAND_GROUPS.flatMap(group => {
      const rows = listed.filter(each => groupOf(each) === group).map(rowOf)
      return rows.length === 0
        ? []
        : [lines([helpAnswer(`group_${group}`), table(headerOf('command', 'also', 'what_it_does'), rows)])]
    })
    const count = commands.length - listed.length
    return shown(paragraphs([...parts, ...(count === 0 ? [] : [helpAnswer('more_commands', { count })])]))
  },
}

/** Names in Chinese are for who types them. */
const HAN = /\p{Script=Han}/u

const rowOf = ({ name, argumentHint, aliases, description, localized }: CommandInfo): readonly Text[] => [
  argumentHint === undefined || argumentHint === ''
    ? `/${name}`
    : helpAnswer('name_and_hint', { name, hint: localized?.argumentHint ?? argumentHint }),
  (aliases ?? [])
    .filter(alias => !HAN.test(alias))
    .map(alias => `/${alias}`)
    .join(' '),
  localized?.description ?? description,
]

export const releaseNotesCommand: Command = {
  ...described('release_notes'),
  group: 'help',
  headless: true,
  beside: true,
  needs: 'releaseNotes',
  async run(_, { releaseNotes }) {
    if (!releaseNotes) throw new OpError(helpAnswer('no_release_notes'))
    const { releaseNotesText } = await import('../../../protocol/messages/commands/release-notes.ts')
    return shown({ ...releaseNotesText('newest'), text: await releaseNotes() })
  },
}

export const exitCommand: Command = {
  ...described('exit', ['quit']),
  group: 'help',
  destructive: true,
  headless: false,
  beside: true,
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'exit' },
      text: helpAnswer('nothing_to_exit'),
    }
  },
}
