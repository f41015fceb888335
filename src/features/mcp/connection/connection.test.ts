import { expect, test, vi } from 'vitest'
import { onceAtATime } from './connection.ts'

test('a server that says without end that its tools changed is asked one question at a time, and not for each word', async () => {
  vi.useFakeTimers()
  let asked = 0
  let open = 0
  let most = 0
  const again = onceAtATime(async () => {
    asked += 1
    open += 1
    most = Math.max(most, open)
    await new Promise(resolve => setTimeout(resolve, 10))
    open -= 1
  })
  for (let said = 0; said < 1_000; said++) {
    again()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect([most, asked]).toEqual([1, 4])
  await vi.advanceTimersByTimeAsync(1_000)
  // The last word is never lost.
  expect(asked).toBe(5)
  vi.useRealTimers()
})
