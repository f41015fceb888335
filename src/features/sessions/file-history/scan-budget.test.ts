import { expect, test } from 'vitest'
import { englishOf } from '../../../../test/support/english-of.ts'
import { DEFAULT_LIMITS, ScanBudget } from './scan-budget.ts'

const limits = { ...DEFAULT_LIMITS, maxBytes: 100, maxFileBytes: 60, maxStoreBytes: 150, maxMs: 10 }

test('time is up for good', async () => {
  let now = 0
  const budget = new ScanBudget(limits, { elapsed: () => now, ownDirectory: '' })
  expect(await budget.goOn()).toBe(true)
  now = 11
  const answers = []
  for (let i = 0; i < 100; i++) answers.push(await budget.goOn())
  expect(englishOf([answers.at(-1), budget.isOver, budget.why])).toEqual([
    false,
    true,
    'the time was up after 0.01 s',
  ])
})

test.each([
  ['a file that is too large', [61], [false]],
  ['more than fits in one scan', [60, 41, 40], [true, false, true]],
])('room: %s', (_, sizes, fits) => {
  const budget = new ScanBudget(limits, { elapsed: () => 0, ownDirectory: '' })
  expect(sizes.map(size => budget.spend(size, 0))).toEqual(fits)
  expect(budget.why).toBeDefined()
})

test('a session does not copy without end', () => {
  const budget = new ScanBudget(limits, { elapsed: () => 0, ownDirectory: '' })
  expect([budget.spend(10, 140), budget.spend(10, 141)]).toEqual([true, false])
})
