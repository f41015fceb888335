import { expect, test } from 'vitest'
import type { CacheLine } from '../../../../protocol/cache.ts'
import { EFFORTS } from '../../../../protocol/model.ts'
import { modelOptions, stepEffort, warmTokens } from './model-options.ts'

const line = (more: Partial<CacheLine>): CacheLine => ({
  at: new Date(1_000_000).toISOString(),
  source: 'main',
  model: 'm',
  input: 10,
  cacheRead: 100,
  cacheWrite: 5,
  shared: 0,
  ...more,
})
const report = (...requests: readonly CacheLine[]) => ({ requests, hitRatio: 0, lostTokens: 0 })

test.each([
  ['nothing was asked yet', report(), 0],
  [
    'the last request of the conversation counts',
    report(line({}), line({ source: 'side', cacheRead: 9_000 })),
    115,
  ],
  ['what nobody cached is not lost', report(line({ cacheRead: 0, cacheWrite: 0 })), 0],
  ['after a while it is cold anyway', report(line({ at: new Date(600_000).toISOString() })), 0],
])('%s', (_name, cache, tokens) => {
  expect(warmTokens(cache, 1_000_000)).toBe(tokens)
})

test('each model is there once, the later description counts, and its text is safe', () => {
  expect(
    modelOptions(
      [
        { value: 'a', displayName: 'a', description: 'old' },
        { value: 'b', displayName: 'B\u001b[31m', description: '' },
        { value: 'a', displayName: 'A', description: 'new' },
      ],
      'a',
    ),
  ).toEqual([
    { value: 'a', label: '✓ A          ', detail: 'new' },
    { value: 'b', label: '  B\\u{1b}[31m', detail: '' },
  ])
})

test('effort goes from the default to the most and no further', () => {
  let effort = stepEffort(undefined, -1)
  expect(effort).toBeUndefined()
  const seen = EFFORTS.map(() => {
    effort = stepEffort(effort, 1)
    return effort
  })
  expect(seen).toEqual(EFFORTS)
  expect(stepEffort('max', 1)).toBe('max')
  expect(stepEffort('low', -1)).toBeUndefined()
})
