import { expect, test } from 'vitest'
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatShare,
  formatUsd,
} from './format-amount.ts'

test.each([
  [formatUsd, 0, '$0'],
  [formatUsd, 0.00001, '<$0.0001'],
  [formatUsd, 0.0042, '$0.0042'],
  [formatUsd, 0.1239, '$0.124'],
  [formatUsd, 12.345, '$12.35'],
  [formatCount, 999, '999'],
  [formatCount, 1_234, '1.2k'],
  [formatCount, 45_678, '46k'],
  [formatCount, 999_999, '1.0M'],
  [formatBytes, 10, '10 B'],
  [formatBytes, 2_048, '2.0 KB'],
  [formatBytes, 50 * 1024 * 1024, '50 MB'],
  [formatDuration, 12, '12 ms'],
  [formatDuration, 1_250, '1.3 s'],
  [formatDuration, 59_400, '59 s'],
  [formatDuration, 69_000, '1 min 9 s'],
  [formatDuration, 15 * 60_000, '15 min'],
  [formatDuration, 150 * 60_000, '2 h 30 min'],
  [formatDuration, 80 * 3_600_000, '3 days'],
  [formatShare, 0.956, '96 %'],
])('%o says %d as %s', (format, value, text) => {
  expect(format(value)).toBe(text)
})

test('one thing is singular', () => {
  expect([0, 1, 2].map(count => formatNumber(count, 'file'))).toEqual(['0 files', '1 file', '2 files'])
})
