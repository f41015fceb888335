import { expect, test } from 'vitest'
import type { CacheLine, CachePrint } from '../../../protocol/cache.ts'
import { foldCache, isCacheState } from './cache.ts'

const line = (fields: Partial<CacheLine> = {}): CacheLine => ({
  at: '2026-01-05T10:00:00.000Z',
  source: 'main',
  model: 'm',
  input: 10,
  cacheRead: 80,
  cacheWrite: 10,
  shared: 80,
  ...fields,
})
const print: CachePrint = {
  at: 1,
  model: 'm',
  options: '[]',
  system: ['a'],
  tools: ['b'],
  messages: { count: 1, settled: 'c', last: 'd' },
  cached: 90,
  total: 100,
  lifetimeMs: 300_000,
}

test('every line counts, and of the prints the last', () => {
  const broken = line({ break: { cause: 'expired', detail: '', lostTokens: 5, lostUsd: 0.5 } })
  const first = foldCache(undefined, { lines: [line()], print })
  const second = foldCache(first, { lines: [broken, line()] })
  expect(second).toEqual({
    book: {
      lines: [line(), broken, line()],
      input: 30,
      cacheRead: 240,
      cacheWrite: 30,
      lostTokens: 5,
      lostUsd: 0.5,
      unpriced: false,
      causes: { expired: { breaks: 1, lostTokens: 5, lostUsd: 0.5, unpriced: false } },
    },
    print,
  })
  expect(foldCache(second, { lines: [], print: { ...print, at: 2 } }).print?.at).toBe(2)
})

test('old lines go, their sums stay', () => {
  const { book } = foldCache(undefined, { lines: Array.from({ length: 1_000 }, () => line()) })
  expect({ kept: book.lines.length, read: book.cacheRead }).toEqual({ kept: 300, read: 80_000 })
})

test.each([
  ['what is written', { lines: [line()], print }, true],
  ['no lines', { print }, false],
  ['a negative count', { lines: [line({ cacheRead: -1 })] }, false],
  ['a break without words', { lines: [{ ...line(), break: { cause: 'expired' } }] }, false],
  ['a print without messages', { lines: [], print: { ...print, messages: undefined } }, false],
  ['a print with other hashes', { lines: [], print: { ...print, tools: [1] } }, false],
])('%s is told apart', (_, value, expected) => {
  expect(isCacheState(value)).toBe(expected)
})
