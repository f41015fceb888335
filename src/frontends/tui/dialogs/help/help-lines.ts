import { padAnsi, truncateAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { withNames } from '../../../../lib/text/written-signs.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import { COMMAND_GROUPS, type CommandInfo } from '../../../../protocol/command-info.ts'
import { groupOf, isCommon } from '../../../../protocol/extensions/everyday-commands.ts'
import { describeKeys, type KeyHelp } from '../../input/keymap/key-label.ts'
import type { Keymap } from '../../input/keymap/keymap.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { localizeCommands } from '../../text/localize-commands.ts'
import type { PanelRenderOptions } from '../panel-room.ts'

/** What one can do, in pairs: what is typed, and what it does. */
type Pair = readonly [string, string]

const heading = (text: string, { theme, width }: PanelRenderOptions): Line =>
  truncateAnsi(theme.paint('heading', text), width)

/** How to begin: prefixes, and the keys and commands one needs most. In 80 columns and 24 rows all of it is in sight. */
export const generalLines = (look: PanelRenderOptions): readonly Line[] => {
  const help = look.words.panels.help
  const keys = [...help.prefixes, ...help.start]
  const intro = wrapAnsi(help.intro, look.width)
  if (look.width < TWO_COLUMNS)
    return [
      ...intro,
      '',
      heading(help.startTitle, look),
      ...pairLines(keys, look),
      '',
      heading(help.tabs.commands, look),
      ...pairLines(help.commands, look),
    ]
  const left = Math.ceil((look.width - GAP) / 2)
  const right = look.width - GAP - left
  const beside = (pairs: readonly Pair[]): readonly Line[] => {
    const half = Math.ceil(pairs.length / 2)
    const one = pairLines(pairs.slice(0, half), { ...look, width: left })
    const other = pairLines(pairs.slice(half), { ...look, width: right })
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) =>
      `${padAnsi(one[at] ?? '', left)}${' '.repeat(GAP)}${other[at] ?? ''}`.trimEnd(),
    )
  }
  return [
    ...intro,
    '',
    heading(help.startTitle, look),
    ...beside(keys),
    heading(help.tabs.commands, look),
    ...beside(help.commands),
  ]
}

const TWO_COLUMNS = 72
const GAP = 2

const CONTEXTS = [
  'Chat',
  'Footer',
  'Global',
  'Autocomplete',
  'HistorySearch',
  'Transcript',
  'DiffDialog',
] as const

/** All keys as they are bound now, place by place. */
export const keyLines = (keymap: Keymap, look: PanelRenderOptions): readonly Line[] => {
  const help = look.words.panels.help
  return CONTEXTS.flatMap(context => {
    const keys = describeKeys(keymap, context)
    if (keys.length === 0) return []
    return [
      heading(help.contexts[context], look),
      ...pairLines(
        keys.map(each => [shownKeys(each, look), actionName(each, look)]),
        look,
      ),
      '',
    ]
  })
}

/** Two are enough to remember; one where there is little room. */
const shownKeys = ({ keys }: KeyHelp, { width }: PanelRenderOptions): string => {
  const two = keys.slice(0, 2).join(', ')
  return textWidth(two) <= width / 3 ? two : (keys[0] ?? '')
}

const actionName = ({ action }: KeyHelp, { words }: PanelRenderOptions): string =>
  words.panels.keys[action] ??
  (action.startsWith('command:') ? `/${action.slice('command:'.length)}` : action)

/** Commands by group; of the common ones the last line says how many others there are. */
export const commandLines = (
  commands: readonly CommandInfo[],
  look: PanelRenderOptions,
  which: 'common' | 'all' = 'all',
): readonly Line[] => {
  const shown = localizeCommands(which === 'all' ? commands : commands.filter(isCommon), look.words)
  const rest = commands.length - shown.length
  return [
    ...COMMAND_GROUPS.flatMap(group => {
      const members = shown.filter(command => groupOf(command) === group)
      const title = heading(look.words.prompt.commandGroups[group], look)
      return members.length === 0 ? [] : [title, ...groupLines(members, look), '']
    }),
    ...(rest === 0
      ? []
      : wrapAnsi(look.theme.paint('dim', look.words.panels.help.moreCommands(rest)), look.width)),
  ]
}

const HAN = /\p{Script=Han}/u

/** Names in Chinese are told where the rest is Chinese. */
const namesShown = ({ aliases = [], description }: CommandInfo): readonly string[] =>
  HAN.test(description) ? aliases : aliases.filter(alias => !HAN.test(alias))

const groupLines = (commands: readonly CommandInfo[], look: PanelRenderOptions): readonly Line[] =>
  pairLines(
    commands
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(info => ({ ...info, aliases: namesShown(info) }))
      .map(({ name, argumentHint, description, aliases }) => [
        `/${name}${argumentHint === undefined ? '' : ` ${escapeLine(argumentHint, 20)}`}`,
        aliases.length === 0
          ? escapeProse(description, 200)
          : withNames(
              escapeProse(description, 200),
              aliases.map(alias => `/${alias}`),
            ),
      ]),
    look,
  )

/** What is too long for the left column has a line of its own. */
const pairLines = (pairs: readonly Pair[], { theme, width }: PanelRenderOptions): readonly Line[] => {
  const third = Math.floor(width / 3)
  const left = pairs.reduce((most, [first]) => {
    const columns = textWidth(first)
    return columns <= third ? Math.max(most, columns) : most
  }, 0)
  const indent = ' '.repeat(left + 2)
  return pairs.flatMap(([first, second]) => {
    const shown = theme.paint('accent', first)
    const lines = wrapAnsi(second, width - left - 2)
    if (textWidth(first) > left) return [truncateAnsi(shown, width), ...lines.map(line => `${indent}${line}`)]
    return lines.map((line, at) => (at === 0 ? `${padAnsi(shown, left)}  ${line}` : `${indent}${line}`))
  })
}
