import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Batch, LineBatcher } from './line-batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const bench = (limits = { gatherMs: 100, maxChars: 20, maxBatches: 3 }) => {
  const batches: Batch[] = []
  let full = 0
  const batcher = new LineBatcher(limits, { tell: batch => batches.push(batch), onFull: () => full++ })
  return { batcher, batches, full: () => full }
}

test('lines that come together are told together', () => {
  const { batcher, batches } = bench()
  batcher.add('a')
  vi.advanceTimersByTime(99)
  batcher.add('b')
  const early = batches.length
  vi.advanceTimersByTime(1)
  batcher.add('c')
  vi.advanceTimersByTime(100)
  expect([early, batches]).toEqual([
    0,
    [
      { lines: ['a', 'b'], leftOut: 0 },
      { lines: ['c'], leftOut: 0 },
    ],
  ])
})

test('of too many the last are told, with the number of the others', () => {
  const { batcher, batches } = bench()
  for (let at = 10; at < 20; at++) batcher.add(`line ${at}`)
  batcher.flush()
  expect(batches).toEqual([{ lines: ['line 18', 'line 19'], leftOut: 8 }])
})

test('after the last batch it says so once and is silent', () => {
  const { batcher, batches, full } = bench()
  for (const line of ['a', 'b', 'c', 'd', 'e']) {
    batcher.add(line)
    batcher.flush()
  }
  expect([batches.length, full(), vi.getTimerCount()]).toEqual([3, 1, 0])
})
