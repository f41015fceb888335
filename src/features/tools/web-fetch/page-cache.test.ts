import { expect, test } from 'vitest'
import { type CachedPage, PageCache } from './page-cache.ts'

const page = (text: string): CachedPage => ({
  bytes: 1,
  code: 200,
  codeText: 'OK',
  url: 'u',
  type: 't',
  text,
  cut: false,
})

test('a page is remembered for a quarter of an hour', () => {
  const cache = new PageCache()
  cache.set('a', page('x'), 1_000)
  expect(cache.get('a', 1_000 + 15 * 60_000 - 1)).toEqual(page('x'))
  expect(cache.get('a', 1_000 + 15 * 60_000)).toBeUndefined()
  expect(cache.get('a', 1_000)).toBeUndefined()
})

test('the oldest pages make room, and one replaced counts once', () => {
  const cache = new PageCache()
  const big = page('x'.repeat(4_000_000))
  for (const url of ['a', 'b', 'b', 'c']) cache.set(url, big, 0)
  expect(['a', 'b', 'c'].map(url => cache.get(url, 0) !== undefined)).toEqual([false, true, true])
})
