import { expect, test } from 'vitest'
import type { Event } from '../../protocol/event.ts'
import { createCostReminder } from './part.ts'

const said = (atUsd: number | undefined, before: number, spent: readonly number[]): number => {
  const events: Event[] = []
  const remind = createCostReminder({ atUsd, before, emit: event => void events.push(event) })
  for (const usd of spent) remind(usd)
  return events.length
}

test.each([
  ['is said once when it is passed', 5, 0, [1, 5.2, 6, 20], 1],
  ['is said when it is reached', 5, 0, [5], 1],
  ['is not said below', 5, 0, [4.99], 0],
  ['is not said again after a resume', 5, 5.2, [6, 7], 0],
  ['is said after a resume below it', 5, 4, [6], 1],
  ['is not said where nobody wants it', undefined, 0, [9], 0],
  ['is not said with 0', 0, 0, [9], 0],
])('what a session costs %s', (_, atUsd, before, spent, times) => {
  expect(said(atUsd, before, spent)).toBe(times)
})
