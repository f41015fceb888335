import {
  formatCount,
  formatNumber,
  formatShare,
  formatUsd,
} from '../../features/sessions/export/format-amount.ts'
import type { CacheStats, CacheSum } from '../../features/sessions/stats/cache-stats.ts'
import { escapeLine, escapeProse } from '../../lib/escape-text.ts'
import type { CauseSum } from '../../protocol/cache.ts'

const SHOWN = 10

/** What the prompt cache served, what began anew and why, and which sessions lost most by it. */
export const renderCache = (cache: CacheStats | undefined): readonly string[] => {
  if (!cache || cache.input === 0) return []
  const causes = causesOf(cache)
  const broken = cache.sessions.filter(session => causesOf(session).length > 0)
  const shown = broken.slice(0, SHOWN)
  return [
    '',
    'Prompt cache',
    `  ${formatShare(cache.read / cache.input)} of ${formatCount(cache.input)} input tokens were read from it; ${lossOf(cache)}`,
    ...causes.map(
      ([cause, sum]) =>
        `  ${escapeLine(cause, 34).padEnd(34)} ${String(sum.breaks).padStart(6)} ${sum.breaks === 1 ? 'break ' : 'breaks'}  ${formatCount(sum.lostTokens).padStart(6)} tokens resent  ${money(sum)}`,
    ),
    ...(cache.sessions.length < 2 || shown.length === 0 ? [] : ['', 'Where the cache was missed']),
    ...(cache.sessions.length < 2 ? [] : shown.map(sessionLine)),
    ...(cache.sessions.length < 2 || broken.length === shown.length
      ? []
      : [
          `  … and ${formatNumber(broken.length - shown.length, 'session')} that lost less; --json has them all`,
        ]),
  ]
}

const sessionLine = (session: CacheStats['sessions'][number]): string => {
  const name = escapeProse(session.title === '' ? session.sessionId : session.title, 34)
  const causes = causesOf(session).map(([cause, { breaks }]) => `${escapeLine(cause, 34)} ${breaks}`)
  const share = session.input === 0 ? 0 : session.read / session.input
  return `  ${name.padEnd(34)} ${session.sessionId.slice(0, 8)}  ${formatShare(share)} cached  ${formatCount(session.lostTokens).padStart(6)} tokens resent  ${money(session)}  ${causes.join(', ')}`
}

const causesOf = ({ causes }: CacheSum): readonly (readonly [string, CauseSum])[] =>
  Object.entries(causes).sort(([, a], [, b]) => b.lostTokens - a.lostTokens)

const lossOf = (sum: CacheSum): string =>
  sum.lostTokens === 0
    ? 'nothing was paid for twice'
    : `${formatCount(sum.lostTokens)} tokens were paid for again (${money(sum)})`

const money = ({ lostUsd, unpriced }: Pick<CacheSum, 'lostUsd' | 'unpriced'>): string => {
  if (!unpriced) return formatUsd(lostUsd)
  return lostUsd === 0 ? 'price unknown' : `at least ${formatUsd(lostUsd)}`
}
