import type { Usage } from '../../../protocol/usage.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** A counter from a file: anything but a whole number from zero on is zero. */
const counter = (fields: unknown, key: string): number => {
  const value = isFields(fields) ? fields[key] : undefined
  return isCount(value) ? value : 0
}

const COUNTERS = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const

/** Whether all of it can be added up as it is. */
export const isUsage = (value: unknown): value is Usage =>
  isFields(value) &&
  COUNTERS.every(key => isCount(value[key])) &&
  isCounts(value['cache_creation'], ['ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens']) &&
  isCounts(value['server_tool_use'], ['web_search_requests'])

const isCounts = (value: unknown, keys: readonly string[]): boolean =>
  value === undefined || (isFields(value) && keys.every(key => isCount(value[key])))

/** The counters of a usage from anywhere, each a number that can be added up. */
export const readUsage = (value: unknown): Usage => {
  const fields = isFields(value) ? value : {}
  const hour = counter(fields['cache_creation'], 'ephemeral_1h_input_tokens')
  const five = counter(fields['cache_creation'], 'ephemeral_5m_input_tokens')
  const searches = counter(fields['server_tool_use'], 'web_search_requests')
  const { speed } = fields
  return {
    input_tokens: counter(fields, 'input_tokens'),
    output_tokens: counter(fields, 'output_tokens'),
    cache_creation_input_tokens: counter(fields, 'cache_creation_input_tokens'),
    cache_read_input_tokens: counter(fields, 'cache_read_input_tokens'),
    ...(hour + five > 0
      ? { cache_creation: { ephemeral_5m_input_tokens: five, ephemeral_1h_input_tokens: hour } }
      : {}),
    ...(searches > 0 ? { server_tool_use: { web_search_requests: searches } } : {}),
    ...(speed === 'fast' || speed === 'standard' ? { speed } : {}),
  }
}

/** All tokens of a call, as usage reporters add them up. */
export const totalTokens = (usage: Usage): number =>
  usage.input_tokens + usage.output_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens

/** Tokens of the request: what stood in front of the model. */
export const requestTokens = (usage: Usage): number =>
  usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens

/** The share of requests that came from the cache; `undefined` when nothing was asked. */
export const cacheShare = (usage: Usage): number | undefined => {
  const asked = requestTokens(usage)
  return asked === 0 ? undefined : usage.cache_read_input_tokens / asked
}
