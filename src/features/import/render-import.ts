import { escapeLine } from '../../lib/escape-text.ts'
import type { ImportOutcome } from './apply-import.ts'
import type { ImportItem, ImportPlan } from './import-plan.ts'

const shown = (text: string): string => escapeLine(text, 300)

const KINDS: Readonly<Record<ImportItem['kind'], string>> = {
  instructions: 'instructions',
  server: 'MCP server',
  command: 'command',
  agent: 'agent',
  skill: 'skill',
}

const line = (item: ImportItem): readonly string[] => [
  `  ${KINDS[item.kind]} ${shown(item.name)}: ${shown(item.from)} → ${shown(item.to)}`,
  ...item.notes.map(note => `    ${shown(note)}`),
]

/** What would be done, or was. */
export const renderPlan = ({ items, skipped }: ImportPlan): string =>
  [
    ...(items.length === 0 ? ['Nothing to import.'] : ['Would write:', ...items.flatMap(line)]),
    ...(skipped.length === 0
      ? []
      : ['Left alone:', ...skipped.map(({ from, why }) => `  ${shown(from)}: ${shown(why)}`)]),
  ].join('\n')

export const renderOutcome = (outcomes: readonly ImportOutcome[]): string =>
  [
    ...outcomes.flatMap(({ item, failed }) =>
      failed === undefined ? line(item) : [`  ! ${shown(item.name)}: ${shown(failed)}`],
    ),
    `${outcomes.filter(({ failed }) => failed === undefined).length} imported.`,
  ].join('\n')
