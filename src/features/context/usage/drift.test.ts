import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import type { ApiMessage } from '../../../protocol/model.ts'
import { createDrift } from './drift.ts'
import { createRequestEstimate } from './request-estimate.ts'

test('the first report sets the ratio, later ones move it', () => {
  const drift = createDrift()
  expect([drift.ratio, drift.correct(100)]).toEqual([undefined, 100])
  drift.see(1_000, 1_200)
  expect([drift.ratio, drift.correct(100)]).toEqual([1.2, 120])
  drift.see(1_000, 1_000)
  expect(drift.ratio).toBeCloseTo(1.14)
})

test('the margin is the usual one until reports teach, and never makes an estimate smaller', () => {
  const drift = createDrift()
  expect(drift.margin).toBeUndefined()
  drift.see(1_000, 600)
  expect(drift.margin).toBe(1)
  const other = createDrift()
  other.see(1_000, 1_200)
  expect(other.margin).toBeCloseTo(1.38)
})

test('reports that teach nothing are passed over', () => {
  const drift = createDrift()
  drift.see(10, 1_000)
  drift.see(1_000, 0)
  expect(drift.ratio).toBeUndefined()
})

test('a correction stays within bounds, whatever was reported', () => {
  const numbers = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(numbers, numbers)), numbers, (reports, estimate) => {
      const drift = createDrift()
      for (const [estimated, reported] of reports) drift.see(estimated, reported)
      expect(drift.correct(estimate)).toBeGreaterThanOrEqual(Math.round(estimate * 0.5))
      expect(drift.correct(estimate)).toBeLessThanOrEqual(Math.round(estimate * 2))
    }),
  )
})

test('an estimate that goes on from the one before is the estimate of the whole', () => {
  const message = fc.string().map((text): ApiMessage => ({ role: 'user', content: [{ type: 'text', text }] }))
  fc.assert(
    fc.property(fc.array(message), fc.array(message), fc.nat(), (first, more, cut) => {
      const running = createRequestEstimate()
      running(modelRequest({ messages: first }))
      const messages = [...first.slice(0, cut % (first.length + 1)), ...more]
      const request = modelRequest({ messages })
      expect(running(request)).toBe(createRequestEstimate()(request))
    }),
  )
})
