import { escapeLine } from '../../../lib/escape-text.ts'
import type { Command } from '../../../protocol/command.ts'
import type { ExtensionEntry } from '../../../protocol/extensions/report.ts'
import type { ContributionSource } from '../../../protocol/extensions/source.ts'
import { columns, grouped } from '../columns.ts'
import { sayState } from './mcp.ts'

export const extensionsCommand: Command = {
  name: 'extensions',
  description: 'Show everything loaded: where it comes from, what it costs, and what is wrong with it',
  group: 'setup',
  headless: true,
  beside: true,
  async run(_, { engine, rich }) {
    const { entries, overrides, problems, waiting } = await engine.query('extensions')
    const shown = (text: string): string => escapeLine(text, 300)
    const rows = joined(entries).map(({ count, ...entry }) => [
      KINDS[entry.kind],
      `${shown(entry.name)}${count > 1 ? ` ×${count}` : ''}`,
      sayOrigin(entry.source),
      shown(entry.kind === 'server' ? sayState(entry.state ?? '') : (entry.state ?? '')),
      entry.tokens === undefined ? '' : `≈${grouped(entry.tokens)}`,
    ])
    const total = entries.reduce((sum, { tokens = 0 }) => sum + tokens, 0)
    const parts = [
      rows.length === 0
        ? 'No extensions are loaded. Skills, agents, hooks, MCP servers and plugins appear here.'
        : `${columns(['what', 'name', 'from', 'state', 'tokens'], rows, rich)}\n\nTogether about ${grouped(total)} tokens in every request.`,
      ...(overrides.length === 0
        ? []
        : [
            [
              'Overridden:',
              ...overrides.map(
                ({ kind, name, by, over }) =>
                  `- ${kind} ${shown(name)} of ${sayOrigin(over)}: the one of ${sayOrigin(by)} is used`,
              ),
            ].join('\n'),
          ]),
      ...(problems.length === 0
        ? []
        : [
            [
              'Problems:',
              ...problems.map(
                ({ source, file, message }) =>
                  `- ${sayOrigin(source)}${file === undefined ? '' : ` (${shown(file)})`}: ${shown(message)}`,
              ),
            ].join('\n'),
          ]),
      ...(waiting.length === 0
        ? []
        : [
            ['Waiting for you:', ...waiting.map(({ what, fix }) => `- ${shown(what)}. ${shown(fix)}`)].join(
              '\n',
            ),
          ]),
    ]
    return { kind: 'shown', text: parts.join('\n\n') }
  },
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

const KINDS: Readonly<Record<ExtensionEntry['kind'], string>> = {
  plugin: 'plugin',
  skill: 'skill',
  agent: 'agent',
  server: 'MCP server',
  tool: 'tool',
  command: 'command',
  style: 'output style',
  hook: 'hook',
  'language server': 'language server',
}

const sayOrigin = (source: ContributionSource): string => {
  switch (source.level) {
    case 'built-in':
      return 'Capstan'
    case 'plugin':
      return `plugin ${escapeLine(source.name)}`
    case 'server':
      return `server ${escapeLine(source.name)}`
    case 'flag':
      return 'command line'
    case 'managed':
      return 'organization'
    default:
      return source.directory === undefined ? source.level : `${source.level} (${source.directory})`
  }
}
