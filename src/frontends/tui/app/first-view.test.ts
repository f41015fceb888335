import { expect, test } from 'vitest'
import { announcementOf, firstView } from './first-view.ts'

test('viewMode says what is shown from the start, before verbose', () => {
  expect(firstView({ verbose: true })).toMatchObject({ verbose: true, focus: false })
  expect(firstView({ viewMode: 'verbose' })).toMatchObject({ verbose: true, focus: false })
  expect(firstView({ viewMode: 'focus', verbose: true })).toMatchObject({ verbose: false, focus: true })
})

test('companyAnnouncements are shown one a day, in turns', () => {
  const settings = { companyAnnouncements: ['a', 'b'] }
  const days = [0, 1, 2].map(day => announcementOf(settings, day * 24 * 3_600_000))
  expect(days).toEqual(['a', 'b', 'a'])
  expect(announcementOf({}, 5)).toBeUndefined()
})
