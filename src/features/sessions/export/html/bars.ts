import type { Usage } from '../../../../protocol/usage.ts'
import { html, type Markup } from './markup.ts'

/** Drawn in thousandths of the width: sizes are attributes, because the page allows no inline styles. */
const WIDE = 1_000
const LEAST = 4

const clamp = (value: number): number => Math.max(0, Math.min(WIDE, Math.round(value)))

/** A piece of time within a longer one. */
export const timeBar = (span: {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
  readonly look: string
}): Markup => {
  const whole = Math.max(1, span.end - span.start)
  const x = clamp(((span.from - span.start) / whole) * WIDE)
  const width = Math.max(LEAST, clamp(((span.to - span.from) / whole) * WIDE))
  return html`<svg class="track" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true"><rect class="${span.look}" x="${Math.min(x, WIDE - width)}" y="0" width="${width}" height="8" rx="2"/></svg>`
}

/** A share of the largest. */
export const shareBar = (share: number, look: string): Markup =>
  html`<svg class="track" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true"><rect class="${look}" x="0" y="0" width="${Math.max(share > 0 ? LEAST : 0, clamp(share * WIDE))}" height="8" rx="2"/></svg>`

const PARTS = [
  ['read', (usage: Usage) => usage.cache_read_input_tokens],
  ['written', (usage: Usage) => usage.cache_creation_input_tokens],
  ['fresh', (usage: Usage) => usage.input_tokens],
  ['out', (usage: Usage) => usage.output_tokens],
] as const

const TALL = 100
const MAX_COLUMNS = 240

/** One column per model call (or per few of them): what stood in front of the model, and where it came from. */
export const contextChart = (usages: readonly Usage[], full: number): Markup => {
  const columns = bundle(usages)
  const step = WIDE / Math.max(columns.length, 12)
  const draw = (usage: Usage, index: number): Markup[] => {
    let y = TALL
    return PARTS.flatMap(([look, tokensOf]) => {
      const height = Math.round((tokensOf(usage) / Math.max(full, 1)) * TALL * 10) / 10
      if (height <= 0) return []
      y -= height
      const x = Math.round(index * step * 10) / 10
      const width = Math.round(Math.max(1, step * 0.82) * 10) / 10
      return [
        html`<rect class="${look}" x="${x}" y="${Math.round(y * 10) / 10}" width="${width}" height="${height}"/>`,
      ]
    })
  }
  return html`<svg class="chart" viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label="Tokens in front of the model, call by call">${columns.map(draw)}</svg>`
}

const sizeOf = (usage: Usage): number => PARTS.reduce((sum, [, tokensOf]) => sum + tokensOf(usage), 0)

/** When there are too many calls, the largest of a few neighbours stands for them. */
const bundle = (usages: readonly Usage[]): readonly Usage[] => {
  if (usages.length <= MAX_COLUMNS) return usages
  const size = Math.ceil(usages.length / MAX_COLUMNS)
  const columns: Usage[] = []
  for (let at = 0; at < usages.length; at += size)
    columns.push(usages.slice(at, at + size).reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a)))
  return columns
}
