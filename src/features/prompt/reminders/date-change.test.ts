import { expect, test } from 'vitest'
import { en } from '../locales/en.ts'
import { dateChange } from './date-change.ts'

const collect = (told: string | undefined, now: Date) =>
  dateChange({ get: () => told }, () => en).collect({ now, when: 'round' })

test('midnight is told, with the local date', () => {
  expect(collect('2026-01-05', new Date(2026, 0, 6, 0, 0, 1))).toEqual([
    { kind: 'date_changed', text: 'The date has changed: today is 2026-01-06.', date: '2026-01-06' },
  ])
})

test('on the same day, or when no date was told, there is nothing to say', () => {
  expect(collect('2026-01-05', new Date(2026, 0, 5, 23, 59, 59))).toEqual([])
  expect(collect(undefined, new Date(2026, 0, 5))).toEqual([])
})
