import { expect, test } from 'vitest'
import { money } from './money.ts'

test('a little is not nothing, and nothing is', () => {
  expect([0, 0.0001, 0.0099, 0.01, 0.016, 12].map(money)).toEqual([
    '$0.00',
    '<$0.01',
    '<$0.01',
    '$0.01',
    '$0.02',
    '$12.00',
  ])
})
