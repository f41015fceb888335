import { expect, test } from 'vitest'
import { EMPTY_COST } from '../../features/models/pricing.ts'
import type { CostState } from '../../protocol/usage.ts'
import { sideSource } from '../turn/side-source.ts'
import { affords } from './part.ts'

const spent = (main: number, background: number): CostState => {
  const rest = {
    requests: 1,
    outputTokens: 9,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
    costUSD: 0,
  }
  return {
    ...EMPTY_COST,
    bySource: {
      main: { ...rest, inputTokens: 0, cacheReadInputTokens: main },
      background: { ...rest, inputTokens: background },
    },
  }
}

test.each<[string, CostState, number, boolean]>([
  ['a short question at the beginning', EMPTY_COST, 1_000, true],
  ['a long one at the beginning', EMPTY_COST, 1_001, false],
  ['one within the share', spent(1_000_000, 20_000), 30_000, true],
  ['one that goes over it', spent(1_000_000, 20_000), 30_001, false],
])('%s', (_name, cost, tokens, may) => {
  expect(affords(cost, tokens)).toBe(may)
})

test.each([
  ['notes', 'background'],
  ['recall', 'background'],
  ['compact', 'compaction'],
  ['web-fetch', 'side'],
  [undefined, 'side'],
])('%s is added up as %s', (source, kind) => {
  expect(sideSource(source)).toBe(kind)
})
