import { formatCount, formatShare, formatUsd } from '../../features/sessions/export/format-amount.ts'
import type { CacheStats, CacheSum } from '../../features/sessions/stats/cache-stats.ts'
import { escapeLine, escapeProse } from '../../lib/escape-text.ts'
import type { CacheCause, CauseSum } from '../../protocol/cache.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import { contextAnswer } from '../../protocol/messages/commands/context.ts'
import type { Localize, LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { padRight } from './amounts.ts'

const SHOWN = 10

/** What the prompt cache served, what began anew and why, and which sessions lost most by it. */
export const renderCache = (cache: CacheStats | undefined, localize: Localize): readonly string[] => {
  if (!cache || cache.input === 0) return []
  const causes = causesOf(cache)
  const broken = cache.sessions.filter(session => causesOf(session).length > 0)
  const shown = broken.slice(0, SHOWN)
  return [
    '',
    localize(storedText('cache')),
    `  ${localize(shareText(cache))}`,
    ...causes.map(([cause, sum]) => causeLine(cause, sum, localize)),
    ...(cache.sessions.length < 2 || shown.length === 0 ? [] : ['', localize(storedText('cache_missed'))]),
    ...(cache.sessions.length < 2 ? [] : shown.map(session => sessionLine(session, localize))),
    ...(cache.sessions.length < 2 || broken.length === shown.length
      ? []
      : [`  ${localize(storedText('lost_less', { count: broken.length - shown.length }))}`]),
  ]
}

const shareText = (cache: CacheStats): LocalizedText =>
  storedText('cache_share', {
    share: formatShare(cache.read / cache.input),
    count: formatCount(cache.input),
    loss: lossOf(cache),
  })

const causeLine = (cause: string, sum: CauseSum, localize: Localize): string => {
  const number = String(sum.breaks).padStart(6)
  const breaks = localize(storedText('breaks', { count: sum.breaks, number }))
  const name = padRight(localize(causeText(cause)), 34)
  return `  ${name} ${breaks}  ${localize(resent(sum))}  ${localize(money(sum))}`
}

/** As `/cache` calls it. */
const causeText = (cause: string): Text =>
  Object.hasOwn(contextAnswer.rows, cause) ? contextAnswer(cause as CacheCause) : escapeLine(cause, 34)

const resent = ({ lostTokens }: Pick<CauseSum, 'lostTokens'>): LocalizedText =>
  storedText('resent', { count: formatCount(lostTokens).padStart(6) })

const sessionLine = (session: CacheStats['sessions'][number], localize: Localize): string => {
  const name = escapeProse(session.title === '' ? session.sessionId : session.title, 34)
  const causes = causesOf(session).map(([cause, { breaks }]) => `${localize(causeText(cause))} ${breaks}`)
  const share = session.input === 0 ? 0 : session.read / session.input
  const cached = localize(storedText('cached', { share: formatShare(share) }))
  return `  ${padRight(name, 34)} ${session.sessionId.slice(0, 8)}  ${cached}  ${localize(resent(session))}  ${localize(money(session))}  ${causes.join(', ')}`
}

const causesOf = ({ causes }: CacheSum): readonly (readonly [string, CauseSum])[] =>
  Object.entries(causes).sort(([, a], [, b]) => b.lostTokens - a.lostTokens)

const lossOf = (sum: CacheSum): LocalizedText =>
  sum.lostTokens === 0
    ? storedText('nothing_twice')
    : storedText('paid_again', { count: formatCount(sum.lostTokens), money: money(sum) })

const money = ({ lostUsd, unpriced }: Pick<CacheSum, 'lostUsd' | 'unpriced'>): Text => {
  const usd = formatUsd(lostUsd)
  if (!unpriced) return usd
  return lostUsd === 0 ? storedText('price_unknown') : storedText('at_least', { usd })
}
