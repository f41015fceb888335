import { expect, test } from 'vitest'
import { AsyncQueue } from './async-queue.ts'

test('reads what was pushed, in order, and ends on close', async () => {
  const queue = new AsyncQueue<number>()
  void queue.push(1)
  void queue.push(2)
  queue.close()
  void queue.push(3)
  expect(await Array.fromAsync(queue)).toEqual([1, 2])
})

test('wakes a reader that waits', async () => {
  const queue = new AsyncQueue<string>()
  const read = Array.fromAsync(queue)
  await Promise.resolve()
  void queue.push('late')
  queue.close()
  expect(await read).toEqual(['late'])
})

test('slows a producer down once the reader is far behind', async () => {
  const queue = new AsyncQueue<number>(2)
  expect(queue.push(1)).toBeUndefined()
  expect(queue.push(2)).toBeUndefined()
  const blocked = queue.push(3)
  expect(blocked).toBeInstanceOf(Promise)
  const reader = queue[Symbol.asyncIterator]()
  expect(await reader.next()).toEqual({ value: 1, done: false })
  await blocked
  await reader.return(undefined)
})

test('releases a slowed producer when the reader goes away', async () => {
  const queue = new AsyncQueue<number>(0)
  const blocked = queue.push(1)
  await queue[Symbol.asyncDispose]()
  await blocked
  expect(queue.push(2)).toBeUndefined()
})
