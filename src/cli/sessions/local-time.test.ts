import { expect, test } from 'vitest'
import { ageOf, localDay, localTime } from './local-time.ts'

test('a moment is said as it is where the person is', () => {
  const moment = new Date(2026, 2, 5, 7, 4)
  expect([localDay(moment.getTime()), localTime(moment.toISOString())]).toEqual([
    '2026-03-05',
    '2026-03-05 07:04',
  ])
  expect([localDay('no time'), localTime('')]).toEqual(['unknown', 'unknown'])
})

test.each([
  [-5, '0 min'],
  [59 * 60_000, '59 min'],
  [61 * 60_000, '1 h'],
  [47 * 3_600_000, '47 h'],
  [49 * 3_600_000, '2 d'],
  [90 * 86_400_000, '3 mon'],
])('%i ms are an age of %s', (ms, age) => {
  expect(ageOf(ms)).toBe(age)
})
