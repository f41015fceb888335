import { expect, test } from 'vitest'
import type { CacheCause, CacheLine, CacheReport } from '../../../protocol/cache.ts'
import { promptCacheOf } from './prompt-cache-of.ts'

const AT = '2026-11-18T10:00:00.000Z'
const NOW = Date.parse(AT) + 60_000
const line = (more: Partial<CacheLine> = {}): CacheLine => ({
  at: AT,
  source: 'main',
  model: 'm',
  input: 100,
  cacheRead: 0,
  cacheWrite: 9_900,
  shared: 0,
  ...more,
})
const broken = (cause: CacheCause, lostTokens = 9_000): CacheLine =>
  line({ break: { cause, detail: '', lostTokens } })
const told = (requests: readonly CacheLine[], more: Partial<CacheReport> = {}, now = NOW) =>
  promptCacheOf({ requests, hitRatio: 0, lostTokens: 0, ...more }, now)

test('before the first reply of the conversation there is nothing to say', () => {
  expect(told([])).toBeUndefined()
  expect(told([line({ source: 'title' })])).toBeUndefined()
})

test('a warm cache says when it goes cold, how much was read from it, and what a rebuild would be', () => {
  const lines = [line(), line({ input: 50, cacheRead: 9_900, cacheWrite: 50 }), line({ source: 'title' })]
  expect(told(lines)).toEqual({
    warm: true,
    caching_observed: true,
    ttl: '5m',
    expires_at: Date.parse(AT) / 1000 + 300,
    requests: 2,
    misses: 0,
    expected_rebuilds: 0,
    hit_ratio: 9_900 / 20_000,
    cache_write_tokens: 9_950,
    miss_recache_tokens: 0,
    last_miss_at: null,
    last_miss_cause: null,
    miss_causes: {},
    recache_tokens_if_cold: 10_000,
  })
  expect(told(lines, {}, NOW + 300_000)).toMatchObject({ warm: false })
  expect(told(lines, { lifetimeMs: 3_600_000 }, NOW + 300_000)).toMatchObject({ warm: true, ttl: '1h' })
})

test('misses are counted by their cause; a rebuild the session knows of is none, and neither is a little', () => {
  const lines = [
    broken('first_request'),
    broken('compaction'),
    broken('tools_changed'),
    broken('tool_loaded'),
    broken('unexplained', 10),
    broken('expired'),
  ]
  expect(told(lines)).toMatchObject({
    requests: 6,
    misses: 3,
    expected_rebuilds: 1,
    last_miss_cause: { causes: ['ttl_expired_5m'] },
    miss_causes: { tools_changed: 2, ttl_expired_5m: 1 },
    miss_recache_tokens: 29_700,
  })
})

test('a provider without a cache is neither warm nor observed', () => {
  expect(told([line({ cacheWrite: 0, input: 0 })])).toMatchObject({
    warm: false,
    caching_observed: false,
    expires_at: null,
    hit_ratio: null,
  })
})
