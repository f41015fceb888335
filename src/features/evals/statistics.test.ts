import { expect, test } from 'vitest'
import { holm, mcnemarExact, signFlip, wilson } from './statistics.ts'

// Reference values: R's prop.test without continuity correction, and binom.test.
test.each([
  [0, 10, 0, 0.2775],
  [5, 10, 0.2366, 0.7634],
  [10, 10, 0.72246, 1],
  [1, 1, 0.20654, 1],
  [81, 100, 0.7222, 0.8749],
  [24, 30, 0.6269, 0.9049],
])('%i of %i lie between %d and %d', (passed, total, low, high) => {
  const rate = wilson(passed, total)
  expect({ ...rate, low: rate.low.toFixed(3), high: rate.high.toFixed(3) }).toEqual({
    passed,
    total,
    share: passed / total,
    low: low.toFixed(3),
    high: high.toFixed(3),
  })
})

test('no runs say nothing', () => {
  expect(wilson(0, 0)).toEqual({ passed: 0, total: 0, share: 0, low: 0, high: 1 })
})

test.each([
  [0, 0, 1],
  [5, 5, 1],
  [0, 5, 0.0625],
  [0, 6, 0.03125],
  [1, 9, 0.021484],
  [3, 12, 0.035156],
  [12, 3, 0.035156],
])('%i against %i is as uneven with p = %d', (a, b, p) => {
  expect(mcnemarExact(a, b)).toBeCloseTo(p, 5)
})

test('thousands of pairs that differ are still told apart', () => {
  expect(mcnemarExact(2000, 2000)).toBeGreaterThan(0.9)
  expect(mcnemarExact(1500, 2500)).toBeLessThan(1e-9)
})

test.each([
  [[], 1],
  [[0, 0], 1],
  [[1, 1, 1, 1, 1], 0.0625],
  [[1, 1, 1, 1, 1, 1], 0.03125],
  [[1, -1], 1],
  [[0.5, 0.25, 0.25], 0.25],
])('differences %j come about with p = %d', (differences, p) => {
  expect(signFlip(differences)).toEqual({ p, exact: true })
})

test('many differences are sampled, the same way every time', () => {
  const much = Array.from({ length: 20 }, () => 1)
  const little = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 1 : -1))
  expect(signFlip(much)).toEqual(signFlip(much))
  expect(signFlip(much).p).toBeLessThan(0.001)
  expect(signFlip(little).p).toBeGreaterThan(0.9)
})

test('several questions are corrected by Holm', () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06])
  expect(holm([0.5, 0.9])).toEqual([1, 1])
})
