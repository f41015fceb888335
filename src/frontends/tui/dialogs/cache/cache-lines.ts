import { truncateAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import { gapAfter } from '../../../../lib/text/written-signs.ts'
import type { CacheLine, CacheReport } from '../../../../protocol/cache.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { money, shortCount } from '../../text/amounts.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { PanelRenderOptions } from '../panel-room.ts'
import { percent, shareBar } from '../share-bar.ts'

/** How much came from the cache, request by request, and why it began anew where it did. Newest first. */
export const cacheLines = (report: CacheReport, look: PanelRenderOptions): readonly Line[] => {
  const { theme, words, width } = look
  const cache = words.panels.cache
  if (report.requests.length === 0) return [theme.paint('dim', cache.nothing)]
  return [
    ...wrapAnsi(cache.head(report.requests.length, percent(report.hitRatio)), width),
    ...wrapAnsi(theme.paint(report.lostTokens > 0 ? 'warn' : 'good', lostOf(report, look)), width),
    '',
    ...report.requests.toReversed().flatMap(line => requestLines(line, look)),
  ]
}

const lostOf = (
  { lostTokens, lostUsd }: { readonly lostTokens: number; readonly lostUsd?: number },
  { words }: PanelRenderOptions,
): string =>
  lostTokens === 0
    ? words.panels.cache.nothingLost
    : words.panels.cache.lost(
        shortCount(lostTokens),
        lostUsd === undefined ? words.panels.unknownPrice : money(lostUsd),
      )

const requestLines = (line: CacheLine, look: PanelRenderOptions): readonly Line[] => {
  const { theme, words, width } = look
  const { input, cacheRead, cacheWrite } = line
  const all = input + cacheRead + cacheWrite
  const share = all === 0 ? 0 : cacheRead / all
  const bar = shareBar(share, width < 50 ? 8 : 16, { theme, tone: share < 0.5 ? 'warn' : 'good' })
  const facts = words.panels.cache.request(shortCount(all), shortCount(input + cacheWrite))
  const who = line.source === 'main' ? '' : ` ${safeLine(line.source)}`
  return [
    truncateAnsi(
      `${theme.paint('dim', clockOf(line.at))} ${bar} ${percent(share).padStart(4)} ${facts}${theme.paint('dim', `${who} ${safeLine(line.model)}`)}`,
      width,
    ),
    ...breakLines(line, look),
  ]
}

const breakLines = ({ break: broken }: CacheLine, look: PanelRenderOptions): readonly Line[] => {
  if (!broken || broken.cause === 'first_request') return []
  const { theme, words, width } = look
  const cause = words.panels.label(words.panels.cache.causes[broken.cause])
  const text = `↳ ${cause}${gapAfter(cause)}${safeLine(words.localize(broken.localized ?? broken.detail))} · ${lostOf(broken, look)}`
  return wrapAnsi(theme.paint('warn', text), width - 2).map(line => `  ${line}`)
}

/** On the clock of the person. */
const clockOf = (at: string): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? '--:--' : time.toTimeString().slice(0, 5)
}
