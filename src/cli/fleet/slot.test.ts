import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { limitedUntil, pause } from './slot.ts'

const MINUTE = 60_000

test('the word of another worker about a limit counts for a minute, then it is found out; its own counts as it is', () => {
  const doubts = new Map()
  const rows = (until: number) => [{ key: 'other.default', text: String(until) }]
  const at = (now: number, until = now + 9 * MINUTE, own = 'me') =>
    limitedUntil(rows(until), { own, now, doubts })
  expect(at(1_000)).toBe(1_000 + 9 * MINUTE)
  expect(at(40_000)).toBeGreaterThan(40_000)
  // Said anew every minute, it holds nobody up any longer.
  for (let now = 61_000; now < 11 * MINUTE; now += MINUTE) expect([now, at(now)]).toEqual([now, 0])
  // A while later it is believed again, as long.
  expect(at(12 * MINUTE)).toBeGreaterThan(0)
  expect(at(13 * MINUTE)).toBe(0)
  expect(at(14 * MINUTE, 15 * MINUTE, 'other')).toBe(15 * MINUTE)
})

test('limits that came and went leave no doubt, and none is waited for longer than ten minutes', () => {
  const doubts = new Map()
  const at = (now: number, until: number) =>
    limitedUntil([{ key: 'other.default', text: String(until) }], { own: 'me', now, doubts })
  for (let hour = 0; hour < 5; hour++) {
    const now = hour * 60 * MINUTE
    expect(at(now, now + 5_000)).toBe(now + 5_000)
    expect(at(now + 5_000, now + 5_000)).toBe(0)
  }
  expect(at(9e9, 9e12)).toBe(9e9 + 10 * MINUTE)
  expect(limitedUntil([{ key: 'x', text: 'no number' }], { own: 'me', now: 1, doubts })).toBe(0)
})

test('a slot that rests for long leaves nothing behind, and rests no longer when it is to end', async () => {
  const drain = new AbortController()
  for (let round = 0; round < 20; round++) await pause(round === 0 ? 1 : 0, drain.signal).over
  const woken = pause(60_000, drain.signal)
  woken.wake()
  await woken.over
  expect(getEventListeners(drain.signal, 'abort')).toEqual([])
  const resting = pause(60_000, drain.signal)
  drain.abort()
  await resting.over
  await pause(60_000, drain.signal).over
})
