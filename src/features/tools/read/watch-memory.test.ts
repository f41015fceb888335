import { expect, test } from 'vitest'
import { watchMemory } from './watch-memory.ts'

const statistics = (used_heap_size: number, external_memory: number) => async () =>
  ({ used_heap_size, external_memory }) as never

const isTold = async (worker: Parameters<typeof watchMemory>[0], maxBytes: number): Promise<boolean> => {
  const told = Promise.withResolvers<boolean>()
  // The watch looks before this many turns of a shorter timer are over.
  let turns = 0
  const timer = setInterval(() => ++turns > 40 && told.resolve(false), 5)
  using _watch = watchMemory(worker, maxBytes, () => told.resolve(true))
  try {
    return await told.promise
  } finally {
    clearInterval(timer)
  }
}

test.each([
  ['heap and what lies outside it count together', { getHeapStatistics: statistics(6e10, 6e10) }, 1e11, true],
  ['below the limit nothing is told', { getHeapStatistics: statistics(4e10, 4e10) }, 1e11, false],
  [
    'a thread that has ended holds nothing',
    { getHeapStatistics: () => Promise.reject(new Error()) },
    1e11,
    false,
  ],
  ['a runtime that cannot look into a thread tells by the growth of the process', {}, -1e11, true],
])('%s', async (_, worker, maxBytes, told) => {
  expect(await isTold(worker, maxBytes)).toBe(told)
})
