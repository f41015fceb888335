import {
  formatCount,
  formatDuration,
  formatNumber,
  formatShare,
  formatUsd,
} from '../../features/sessions/export/format-amount.ts'
import { cacheShare, requestTokens } from '../../features/sessions/ledger/count-usage.ts'
import { readStory } from '../../features/sessions/ledger/read-story.ts'
import { type Stats, StatsFold, type UsageSum } from '../../features/sessions/stats/session-stats.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { usageOf } from '../usage.ts'
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
  await deps.write(given.is('json') ? `${JSON.stringify(result)}\n` : renderStats(result))
  return 0
}

const cost = (sum: UsageSum): string =>
  sum.unpriced === sum.calls && sum.calls > 0
    ? 'price unknown'
    : `${sum.unpriced > 0 ? 'at least ' : ''}${formatUsd(sum.usd)}`

/** As wide as its plural, so that columns stay. */
const callWord = (calls: number): string => (calls === 1 ? 'call ' : 'calls')
const requestWord = (requests: number): string => (requests === 1 ? 'request ' : 'requests')

const sumLine = (name: string, sum: UsageSum): string => {
  const share = cacheShare(sum.usage)
  // Of all requests together: each sends the conversation again, most of it from the cache.
  const sent = `${formatCount(requestTokens(sum.usage)).padStart(6)} tokens sent in all`
  const received = `${formatCount(sum.usage.output_tokens).padStart(6)} received`
  const cached = share === undefined ? '' : `  ${formatShare(share)} of those sent from the cache`
  return `  ${escapeLine(name, 34).padEnd(34)} ${cost(sum).padStart(16)}  ${String(sum.calls).padStart(6)} ${requestWord(sum.calls)}  ${sent} ${received}${cached}`
}

const group = (title: string, sums: Readonly<Record<string, UsageSum>>): readonly string[] => {
  const rows = Object.entries(sums)
  return rows.length === 0 ? [] : ['', title, ...rows.map(([name, sum]) => sumLine(name, sum))]
}

const renderStats = (all: Stats): string => {
  if (all.sessions === 0) return 'No sessions. "--all" counts those of all directories.\n'
  const lines = [
    `${formatNumber(all.sessions, 'session')}, ${formatNumber(all.turns, 'turn')}, ${formatDuration(all.turnMs)} of work (${formatDuration(all.toolMs)} in tools), +${all.linesAdded} -${all.linesRemoved} lines`,
    sumLine('total', all.total).trimStart(),
    ...group('By model', all.byModel),
    ...group('By source', all.bySource),
    ...group('By day', all.byDay),
    ...renderCache(all.cache),
  ]
  const tools = Object.entries(all.tools)
  if (tools.length > 0)
    lines.push(
      '',
      'Tools',
      ...tools.map(
        ([name, tool]) =>
          `  ${escapeLine(name, 34).padEnd(34)} ${String(tool.calls).padStart(6)} ${callWord(tool.calls)}  ${String(tool.errors).padStart(5)} failed  ${formatDuration(tool.durationMs)}`,
      ),
    )
  if (all.inexact > 0)
    lines.push('', `${formatNumber(all.inexact, 'call')} ended early: the actual output and cost are higher.`)
  return `${lines.join('\n')}\n`
}
