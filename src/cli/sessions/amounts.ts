import { formatDuration } from '../../features/sessions/export/format-amount.ts'
import { padAnsi } from '../../lib/ansi-text.ts'
import { textWidth } from '../../lib/text-width.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ageOf } from './local-time.ts'

const UNITS_ZH: Readonly<Record<string, string>> = {
  ms: '毫秒',
  s: '秒',
  min: '分钟',
  h: '小时',
  d: '天',
  days: '天',
  mon: '个月',
}

const inUnits = (text: string): LocalizedText => ({
  id: 'amount',
  text,
  zh: text.replace(/[a-z]+/g, unit => UNITS_ZH[unit] ?? unit),
})

export const workedText = (ms: number): LocalizedText => inUnits(formatDuration(ms))

export const ageText = (ms: number): LocalizedText => inUnits(ageOf(ms))

/** To the right of so many columns of a screen. */
export const padLeft = (text: string, width: number): string =>
  `${' '.repeat(Math.max(0, width - textWidth(text)))}${text}`

export const padRight = (text: string, width: number): string => padAnsi(text, width)
