import { expect, test } from 'vitest'
import { shortCount } from './short-count.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1k'],
  [4_210, '4.2k'],
  [9_960, '10k'],
  [16_400, '16k'],
  [200_000, '200k'],
  [999_499, '999k'],
  [999_600, '1M'],
  [1_000_000, '1M'],
  [1_048_576, '1M'],
  [12_500_000, '13M'],
])('%i tokens are %s', (count, shown) => {
  expect(shortCount(count)).toBe(shown)
})
