import { escapeLine } from '../../../lib/escape-text.ts'
import { grouped } from '../../../lib/text/columns.ts'
import type { Command } from '../../../protocol/command.ts'
import type { ExtensionEntry, ExtensionsReport } from '../../../protocol/extensions/report.ts'
import { extensionsAnswer } from '../../../protocol/messages/commands/extensions.ts'
import { cellText, headerOf, knownCell } from '../../../protocol/messages/commands/table-cells.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { paragraphs, shown } from '../answer.ts'
import { described } from '../described.ts'
import { originOf } from './levels.ts'
import { sayState } from './mcp.ts'

export const extensionsCommand: Command = {
  ...described('extensions'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(_, { engine }) {
    const report = await engine.query('extensions')
    const { overrides, problems, waiting } = report
    return shown(
      paragraphs([
        ...entryParts(report),
        ...section(
          extensionsAnswer('overridden'),
          overrides.map(({ kind, name, by, over }) =>
            extensionsAnswer('override', {
              kind: cellText(kind),
              name: escaped(name),
              over: originOf(over),
              by: originOf(by),
            }),
          ),
        ),
        ...section(usageAnswer('problems'), problems.map(problemLine)),
        ...section(
          extensionsAnswer('waiting'),
          waiting.map(({ what, fix }) =>
            extensionsAnswer('waits', { what: escaped(what), fix: escaped(fix) }),
          ),
        ),
      ]),
    )
  },
}

const escaped = (text: string): string => escapeLine(text, 300)

const entryParts = ({ entries }: ExtensionsReport): readonly Text[] => {
  if (entries.length === 0) return [extensionsAnswer('nothing_loaded')]
  const rows = joined(entries).map(({ count, ...entry }) => [
    cellText(KINDS[entry.kind]),
    `${escaped(entry.name)}${count > 1 ? ` ×${count}` : ''}`,
    originOf(entry.source),
    stateOf(entry),
    entry.tokens === undefined ? '' : `≈${grouped(entry.tokens)}`,
  ])
  const total = entries.reduce((sum, { tokens = 0 }) => sum + tokens, 0)
  return [
    table(headerOf('what', 'name', 'from', 'state', 'tokens'), rows),
    extensionsAnswer('tokens_together', { tokens: grouped(total) }),
    ...saved(entries),
  ]
}

/** Definitions that are looked up, or found from within scripts. */
const saved = (entries: readonly ExtensionEntry[]): readonly Text[] => {
  const tokens = entries.reduce((sum, each) => sum + (each.saved ?? 0), 0)
  const count = entries.filter(each => each.saved !== undefined).length
  return count === 0 ? [] : [extensionsAnswer('tokens_saved', { count, tokens: grouped(tokens) })]
}

const stateOf = ({ kind, state = '' }: ExtensionEntry): Text => {
  const known = kind === 'server' ? sayState(state) : knownCell(state)
  return typeof known === 'string' ? escaped(known) : known
}

const section = (title: LocalizedText, items: readonly Text[]): readonly LocalizedText[] =>
  items.length === 0 ? [] : [lines([title, ...items])]

const problemLine = ({
  source,
  file,
  message,
  localized,
}: ExtensionsReport['problems'][number]): LocalizedText => {
  const origin = originOf(source)
  return extensionsAnswer('problem', {
    source: file === undefined ? origin : usageAnswer('with_file', { text: origin, file: escaped(file) }),
    message: localized ?? escaped(message),
  })
}

/** Several hooks of one event are one row. */
const joined = (
  entries: readonly ExtensionEntry[],
): readonly (ExtensionEntry & { readonly count: number })[] =>
  [
    ...Map.groupBy(entries, ({ kind, name, source, state }) =>
      JSON.stringify([kind, name, source, state]),
    ).values(),
  ].flatMap(group => {
    const [first] = group
    const tokens = group.reduce((sum, entry) => sum + (entry.tokens ?? 0), 0)
    return first ? [{ ...first, count: group.length, ...(tokens > 0 ? { tokens } : {}) }] : []
  })

const KINDS = {
  plugin: 'plugin',
  skill: 'skill',
  agent: 'agent',
  server: 'mcp_server',
  tool: 'tool',
  command: 'command',
  style: 'output_style',
  hook: 'hook',
  'language server': 'language_server',
  monitor: 'monitor',
} as const satisfies Record<ExtensionEntry['kind'], string>
