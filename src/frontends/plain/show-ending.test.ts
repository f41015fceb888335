import { expect, test } from 'vitest'
import { COST, REPORT } from '../../../test/support/fake-events.ts'
import type { Terminal } from '../../protocol/transition.ts'
import { plainly } from './paint.ts'
import { showEnding } from './show-ending.ts'

const DONE: Terminal = { kind: 'completed', stopReason: 'end_turn' }

test('the last line has calls, tokens and cost', () => {
  expect(showEnding({ terminal: DONE, report: REPORT }, plainly)).toBe(
    '— 1 model call, 15 tokens, $0.2500 —\n',
  )
})

test('a price that is not known is not shown as nothing', () => {
  const report = { ...REPORT, requests: 2, cost: { ...COST, totalCostUSD: 0, unpricedModels: ['local'] } }
  expect(showEnding({ terminal: DONE, report }, plainly)).toBe(
    '— 2 model calls, 15 tokens, at least $0.0000 (price of local not known) —\n',
  )
  expect(showEnding({ terminal: DONE, report }, plainly, { price: 'free' })).toBe(
    '— 2 model calls, 15 tokens, free —\n',
  )
})

test.each<[Terminal, string]>([
  [{ kind: 'aborted_tools' }, 'Interrupted.'],
  [{ kind: 'max_turns', limit: 3 }, 'Stopped after 3 turns.'],
  [{ kind: 'model_error', message: 'no\u001bne', error: 'unknown' }, 'no\\u{1b}ne'],
  [{ kind: 'budget_usd', message: 'The budget is spent.' }, 'The budget is spent.'],
])('%j is said first', (terminal, expected) => {
  const [first] = showEnding({ terminal, report: REPORT }, plainly).split('\n')
  expect(first).toBe(expected)
})
