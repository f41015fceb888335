import { expect, test } from 'vitest'
import { compareVersions } from './compare-versions.ts'

test.each([
  ['1.2.3', '1.2.3', 0],
  ['1.2.3', '1.10.0', -1],
  ['2.0.0', '1.99.99', 1],
  ['1.0.0-beta.1', '1.0.0', -1],
  ['1.0.0', '1.0.0-beta.1', 1],
  ['1.0', '1.0.0', 0],
])('%s beside %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign)
})
