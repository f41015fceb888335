import { dollars } from '../../../lib/dollars.ts'
import { grouped, percent } from '../../../lib/text/columns.ts'
import type { CacheCause, CacheLine, CacheReport } from '../../../protocol/cache.ts'
import type { Command } from '../../../protocol/command.ts'
import { contextAnswer } from '../../../protocol/messages/commands/context.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

const SHOWN = 20

export const cacheCommand: Command = {
  ...described('cache'),
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'cache', when: 'always' },
  async run(_, { engine }) {
    const report = await engine.query('cache')
    if (report.requests.length === 0) return shown(contextAnswer('no_request'))
    const requests = requestTable(report.requests.slice(-SHOWN))
    return shownLines([headline(report), '', requests, ...breaks(report)])
  },
}

const headline = ({ requests, hitRatio, lostTokens, lostUsd }: CacheReport): LocalizedText => {
  const money = lostUsd === undefined ? contextAnswer('price_unknown') : dollars(lostUsd)
  const count = requests.length
  return contextAnswer('cache_summary', {
    requests: contextAnswer('requests', { count, number: grouped(count) }),
    share: percent(hitRatio),
    lost:
      lostTokens === 0
        ? contextAnswer('nothing_lost')
        : contextAnswer('paid_again', { tokens: grouped(lostTokens), money }),
  })
}

const requestTable = (lines: readonly CacheLine[]): LocalizedText =>
  table(
    headerOf('time', 'for', 'model', 'new', 'written', 'read', 'missed'),
    lines.map(line => [
      timeOf(line.at),
      line.source,
      line.model,
      line.input,
      line.cacheWrite,
      line.cacheRead,
      line.break ? causeText(line.break.cause) : '',
    ]),
  )

/** Read from a file: a newer program may know others. */
const causeText = (cause: CacheCause): Text =>
  contextAnswer.rows[cause]?.en === cause ? contextAnswer(cause) : cause

/** On the clock of the person. */
const timeOf = (at: string): string => new Date(at).toTimeString().slice(0, 8)

const breaks = ({ requests }: CacheReport): readonly Text[] => {
  const told = requests.flatMap(line =>
    line.break && line.break.cause !== 'first_request' ? [{ line, broken: line.break }] : [],
  )
  if (told.length === 0) return []
  return [
    '',
    ...told.slice(-SHOWN).map(({ line, broken }) => {
      const { fromByte, lostUsd, cause, detail, lostTokens } = broken
      return contextAnswer('cache_break', {
        time: timeOf(line.at),
        cause: causeText(cause),
        where: fromByte === undefined ? '' : contextAnswer('from_byte', { byte: grouped(fromByte) }),
        detail,
        tokens: grouped(lostTokens),
        money: lostUsd === undefined ? '' : contextAnswer('and_money', { money: dollars(lostUsd) }),
      })
    }),
  ]
}
