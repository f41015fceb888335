import { expect, test } from 'vitest'
import { rateLimitsIn } from './reply-reader.ts'

const header = (span: string, used: string, reset: string) => ({
  [`anthropic-ratelimit-unified-${span}-utilization`]: used,
  [`anthropic-ratelimit-unified-${span}-reset`]: reset,
})

test.each([
  ['nothing said', {}, undefined],
  ['limits per minute of a key', { 'anthropic-ratelimit-requests-remaining': '9' }, undefined],
  ['five hours', header('5h', '0.25', '1800000000'), { fiveHour: { used: 0.25, resetsAt: 1_800_000_000 } }],
  [
    'both',
    { ...header('5h', '0', '1'), ...header('7d', '1.02', '2') },
    { fiveHour: { used: 0, resetsAt: 1 }, sevenDay: { used: 1.02, resetsAt: 2 } },
  ],
  ['what is no number', header('7d', 'much', '2'), undefined],
  ['one without its end', { 'anthropic-ratelimit-unified-5h-utilization': '0.5' }, undefined],
])('%s', (_, headers, limits) => {
  expect(rateLimitsIn(headers)).toEqual(limits)
})
