import { expect, test } from 'vitest'
import { sayAge } from './recalled-text.ts'

const now = new Date('2026-06-15T12:00:00Z')

test.each<[string, string]>([
  ['2026-06-15T11:00:00Z', 'today'],
  ['2026-06-15T13:00:00Z', 'today'],
  ['2026-06-14T11:00:00Z', 'yesterday'],
  ['2026-04-29T12:00:00Z', '47 days ago'],
])('%s is %s', (then, said) => {
  expect(sayAge(Date.parse(then), now)).toBe(said)
})
