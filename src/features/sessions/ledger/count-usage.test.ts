import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cacheShare, readUsage, requestTokens, totalTokens } from './count-usage.ts'

test('a usage from anywhere has counters that can be added up', () => {
  fc.assert(
    fc.property(fc.anything(), value => {
      for (const count of [totalTokens(readUsage(value)), requestTokens(readUsage(value))])
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true)
    }),
  )
})

test('known counters stay as they are', () => {
  const usage = {
    input_tokens: 1,
    output_tokens: 2,
    cache_creation_input_tokens: 3,
    cache_read_input_tokens: 4,
    cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 },
    server_tool_use: { web_search_requests: 1 },
  }
  expect(readUsage({ ...usage, service_tier: 'x' })).toEqual(usage)
  expect(readUsage({ input_tokens: -5, output_tokens: 'x', cache_read_input_tokens: 1.5 })).toEqual({
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  })
  expect([totalTokens(usage), requestTokens(usage), cacheShare(usage)]).toEqual([10, 8, 0.5])
  expect(cacheShare(readUsage({}))).toBeUndefined()
})
