import { expect, test } from 'vitest'
import { withoutReminders } from './without-reminders.ts'

const told = (words: string): string => `<system-reminder>${words}</system-reminder>`

test.each([
  ['', ''],
  ['a < b', 'a < b'],
  [`a \n\n${told('x')}\n b`, 'a\nb'],
  [`${told('x')}\n${told('y')}`, '\n\n'],
  [`a${told('x\ny')}b  ${told('z')}`, 'a\nb\n'],
  ['a <system-reminder> b', 'a <system-reminder> b'],
  [`</system-reminder> ${told('x')}`, '</system-reminder>\n'],
])('of %j is left %j', (text, left) => {
  expect(withoutReminders(text)).toBe(left)
})

test.each([
  ['blanks', `${' '.repeat(400_000)}<`],
  ['tags that are not closed', '<system-reminder>'.repeat(50_000)],
])('a result of nothing but %s does not hold anybody up', (_, text) => {
  expect(withoutReminders(text)).toBe(text)
})
