import { escapeLine } from '../../lib/escape-text.ts'
import { pluginAnswer } from '../../protocol/messages/commands/plugins.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import type { ImportOutcome } from './apply-import.ts'
import type { ImportItem, ImportPlan } from './import-plan.ts'

const shown = (text: string): string => escapeLine(text, 300)

const line = (item: ImportItem): readonly Text[] => [
  pluginAnswer(`item_${item.kind}`, {
    name: shown(item.name),
    from: shown(item.from),
    to: shown(item.to),
  }),
  ...item.notes.map(note => `    ${shown(note)}`),
]

/** What would be done, or was. */
export const renderPlan = ({ items, skipped }: ImportPlan): LocalizedText =>
  lines([
    ...(items.length === 0
      ? [pluginAnswer('nothing_to_import')]
      : [pluginAnswer('would_write'), ...items.flatMap(line)]),
    ...(skipped.length === 0
      ? []
      : [
          pluginAnswer('left_alone'),
          ...skipped.map(({ from, why }) =>
            pluginAnswer('left_alone_file', { file: shown(from), why: shown(why) }),
          ),
        ]),
  ])

export const renderOutcome = (outcomes: readonly ImportOutcome[]): LocalizedText =>
  lines([
    ...outcomes.flatMap(({ item, failed }) =>
      failed === undefined
        ? line(item)
        : [pluginAnswer('item_failed', { name: shown(item.name), why: shown(failed) })],
    ),
    pluginAnswer('imported', {
      count: outcomes.filter(({ failed }) => failed === undefined).length,
    }),
  ])
