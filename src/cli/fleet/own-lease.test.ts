import { expect, test, vi } from 'vitest'
import { openLease } from './own-lease.ts'

const clockAt = () => {
  const now = { steady: 0, wall: 1_000_000 }
  const pass = (ms: number): void => {
    now.steady += ms
    now.wall += ms
  }
  return { now, pass, clock: { steady: () => now.steady, wall: () => now.wall } }
}

test('a lease counts from when something was begun to be said, and not from when the answer came', async () => {
  const { clock, pass } = clockAt()
  using lease = openLease(1_000, clock)
  await lease.keeping(async () => pass(700))
  expect(lease.isSafe).toBe(true)
  pass(150)
  expect(lease.isSafe).toBe(false)
  await lease.keeping(async () => pass(10))
  expect(lease.isSafe).toBe(true)
  // What could not be said renews nothing.
  pass(780)
  await expect(lease.keeping(() => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
  pass(20)
  expect(lease.isSafe).toBe(false)
})

test('a machine that slept is not safe, although its steady clock stood still', () => {
  const { clock, now } = clockAt()
  using lease = openLease(1_000, clock)
  now.wall += 5_000
  expect(lease.isSafe).toBe(false)
})

test('who hears nothing of the server stops before somebody else may go on', async () => {
  vi.useFakeTimers()
  const { clock, pass } = clockAt()
  const lost = vi.fn()
  try {
    using lease = openLease(1_000, clock)
    lease.whenOver(lost)
    const wait = (ms: number): void => {
      pass(ms)
      vi.advanceTimersByTime(ms)
    }
    for (let said = 0; said < 5; said++) {
      await lease.keeping(async () => undefined)
      wait(700)
    }
    expect(lost).not.toHaveBeenCalled()
    wait(200)
    wait(200)
    expect(lost).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
