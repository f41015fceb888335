import { escapeLine } from '../../lib/escape-text.ts'
import { pluginAnswer } from '../../protocol/messages/commands/plugins.ts'
import { knownCell } from '../../protocol/messages/commands/table-cells.ts'
import { lines, mapText } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import type { ImportOutcome } from './apply-import.ts'
import type { ImportItem, ImportPlan } from './import-plan.ts'

const shown = (text: string): string => escapeLine(text, 300)

const line = (item: ImportItem): readonly Text[] => [
  headOf(item),
  ...item.notes.map(note => pluginAnswer('item_note', { note: eachWord(note) })),
]

/** Words of others in it are shown as they are, but for what a terminal would obey. */
const eachWord = (text: Text): Text => (typeof text === 'string' ? shown(text) : mapText(text, shown))

const headOf = (item: ImportItem): Text => {
  const [name, from, to] = [item.name, item.from, item.to].map(shown) as [string, string, string]
  const about = { name, from, to }
  switch (item.kind) {
    case 'rule':
      return pluginAnswer('item_rule', { ...about, list: knownCell(item.list) })
    case 'hook':
      return pluginAnswer('item_hook', { ...about, event: shown(item.event) })
    case 'setting':
      return pluginAnswer('item_setting', {
        ...about,
        name: `${name} = ${shown(JSON.stringify(item.value))}`,
      })
    default:
      return pluginAnswer(`item_${item.kind}`, about)
  }
}

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
            pluginAnswer('left_alone_file', { file: shown(from), why: eachWord(why) }),
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
