import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUnasked } from '../attacks/support/hidden-word-lines.ts'
import { createPermissionPlace, type PermissionContext } from '../support/permission-place.ts'

let place: PermissionContext
beforeAll(() => {
  place = createPermissionPlace()
})
afterAll(() => place.remove())

test.each([1, 2, 3, 4])('no unknown word gets past a rule, sample %i', async seed => {
  const { wrong, denied } = await findUnasked(place, { seed, lines: 4_000 })
  expect(wrong).toEqual([])
  expect(denied).toBeGreaterThan(100)
})
