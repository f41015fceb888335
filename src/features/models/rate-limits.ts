import type { RateLimit, RateLimits } from '../../protocol/usage.ts'
import { type ErrorHeaders, oneHeader } from './errors.ts'

/** What is left of a plan, where the provider says it with its answers; undefined: it does not. */
export const rateLimitsIn = (headers: ErrorHeaders): RateLimits | undefined => {
  const fiveHour = limitIn(headers, '5h')
  const sevenDay = limitIn(headers, '7d')
  if (!fiveHour && !sevenDay) return undefined
  return { ...(fiveHour ? { fiveHour } : {}), ...(sevenDay ? { sevenDay } : {}) }
}

const limitIn = (headers: ErrorHeaders, span: string): RateLimit | undefined => {
  const used = numberIn(headers, `anthropic-ratelimit-unified-${span}-utilization`)
  const resetsAt = numberIn(headers, `anthropic-ratelimit-unified-${span}-reset`)
  return used === undefined || resetsAt === undefined ? undefined : { used, resetsAt }
}

const numberIn = (headers: ErrorHeaders, name: string): number | undefined => {
  const word = oneHeader(headers, name)?.trim()
  const value = word ? Number(word) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}
