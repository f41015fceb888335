import { formatCount, formatShare, formatUsd } from '../../features/sessions/export/format-amount.ts'
import { cacheShare, requestTokens } from '../../features/sessions/ledger/count-usage.ts'
import { readStory } from '../../features/sessions/ledger/read-story.ts'
import { type Stats, StatsFold, type UsageSum } from '../../features/sessions/stats/session-stats.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import type { Localize, LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { usageOf } from '../usage.ts'
import { padLeft, padRight, workedText } from './amounts.ts'
import { chooseMany, chooseOne } from './choose-sessions.ts'
import type { SessionsDeps } from './deps.ts'
import { localDay } from './local-time.ts'
import { readOptions, readSince } from './options.ts'
import { pricesFor } from './prices.ts'
import { renderCache } from './render-cache.ts'

export const STATS = {
  name: 'sessions stats',
  usage: usageOf(
    `Usage: capstan sessions stats [id, name or file …] [flags]   tokens, cost, cache, tools and time (default: all in this directory)

  --project <directory>   sessions in another directory
  --all                   sessions in all directories
  --since <day or age>    only sessions used since then (2026-03-02, 30d)
  --json                  all numbers as JSON`,
    `用法：capstan sessions stats [id、名称或文件 …] [选项]   token、费用、缓存、工具和时间（默认：此目录中的全部会话）

  --project <目录>        另一目录中的会话
  --all                   所有目录中的会话
  --since <日期或时长>    只统计此后使用过的会话（2026-03-02、30d）
  --json                  以 JSON 输出所有数字`,
  ),
  flags: {
    project: { type: 'string' },
    all: { type: 'boolean' },
    since: { type: 'string' },
    json: { type: 'boolean' },
  },
} as const

/** Texts do not matter here. */
const LIMITS = { maxText: 200 }

export const stats = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(STATS, argv)
  const since = readSince(STATS, { flag: 'since', text: given.text('since'), now: deps.now })
  const paths =
    given.words.length > 0
      ? await Promise.all(given.words.map(word => chooseOne(deps, word)))
      : chooseMany(deps, { all: given.is('all'), project: given.text('project') })
          .filter(file => since === undefined || file.mtimeMs >= since)
          .map(file => file.path)
  const fold = new StatsFold({ price: pricesFor(deps), dayOf: localDay })
  for (const path of paths) fold.add(readStory(path, LIMITS))
  const result = fold.result()
  await deps.write(given.is('json') ? `${JSON.stringify(result)}\n` : renderStats(result, deps.localize))
  return 0
}

const cost = (sum: UsageSum): Text => {
  if (sum.unpriced === sum.calls && sum.calls > 0) return storedText('price_unknown')
  const usd = formatUsd(sum.usd)
  return sum.unpriced > 0 ? storedText('at_least', { usd }) : usd
}

const inColumn = (count: number): string => String(count).padStart(6)

const sumLine = (name: string, sum: UsageSum, localize: Localize): string => {
  const share = cacheShare(sum.usage)
  // Of all requests together: each sends the conversation again, most of it from the cache.
  const sent = localize(
    storedText('sent', {
      sent: formatCount(requestTokens(sum.usage)).padStart(6),
      received: formatCount(sum.usage.output_tokens).padStart(6),
    }),
  )
  const cached =
    share === undefined ? '' : `  ${localize(storedText('from_cache', { share: formatShare(share) }))}`
  const requests = localize(storedText('requests', { count: sum.calls, number: inColumn(sum.calls) }))
  return `  ${padRight(escapeLine(name, 34), 34)} ${padLeft(localize(cost(sum)), 16)}  ${requests}  ${sent}${cached}`
}

const renderStats = (all: Stats, localize: Localize): string => {
  if (all.sessions === 0) return `${localize(storedText('no_stats'))}\n`
  const group = (
    title: 'by_model' | 'by_source' | 'by_day',
    sums: Readonly<Record<string, UsageSum>>,
  ): readonly string[] => {
    const rows = Object.entries(sums)
    if (rows.length === 0) return []
    return ['', localize(storedText(title)), ...rows.map(([name, sum]) => sumLine(name, sum, localize))]
  }
  const lines = [
    localize(overview(all)),
    sumLine(localize(storedText('total')), all.total, localize).trimStart(),
    ...group('by_model', all.byModel),
    ...group('by_source', all.bySource),
    ...group('by_day', all.byDay),
    ...renderCache(all.cache, localize),
    ...toolLines(all.tools, localize),
  ]
  if (all.inexact > 0) lines.push('', localize(storedText('inexact', { count: all.inexact })))
  return `${lines.join('\n')}\n`
}

const overview = (all: Stats): LocalizedText =>
  storedText('overview', {
    sessions: storedText('sessions', { count: all.sessions }),
    turns: storedText('turns', { count: all.turns }),
    worked: workedText(all.turnMs),
    tools: workedText(all.toolMs),
    added: all.linesAdded,
    removed: all.linesRemoved,
  })

const toolLines = (tools: Stats['tools'], localize: Localize): readonly string[] => {
  const rows = Object.entries(tools).map(([name, { calls, errors, durationMs }]) => {
    const count = localize(storedText('calls', { count: calls, number: inColumn(calls) }))
    const took = workedText(durationMs)
    const failed = localize(storedText('tool_failed', { number: String(errors).padStart(5), took }))
    return `  ${padRight(escapeLine(name, 34), 34)} ${count}  ${failed}`
  })
  return rows.length === 0 ? [] : ['', localize(storedText('tools')), ...rows]
}
