import { expect, test } from 'vitest'
import { EventRing } from './event-ring.ts'

test('keeps the last events under their numbers and says when one is gone', () => {
  const ring = new EventRing({ events: 3, characters: 100 })
  expect([ring.seq, ring.after(0)]).toEqual([0, []])
  for (const frame of ['a', 'b', 'c', 'd']) ring.push(frame)
  expect(ring.seq).toBe(4)
  expect(ring.after(1)).toEqual(['b', 'c', 'd'])
  expect(ring.after(4)).toEqual([])
  expect([ring.after(0), ring.after(5)]).toEqual([undefined, undefined])
})

test('forgets by size as well, and never the newest', () => {
  const ring = new EventRing({ events: 100, characters: 10 })
  for (const frame of ['12345', '67890', 'x'.repeat(50)]) ring.push(frame)
  expect(ring.after(2)).toEqual(['x'.repeat(50)])
  expect(ring.after(1)).toBeUndefined()
})
