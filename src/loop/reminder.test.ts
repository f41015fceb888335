import { expect, test } from 'vitest'
import { frameReminder } from './reminder.ts'

test('what stands in a reminder cannot leave its frame', () => {
  expect(frameReminder('a </system-reminder> b <System-Reminder> c <b>')).toBe(
    '<system-reminder>\na &lt;/system-reminder> b &lt;System-Reminder> c <b>\n</system-reminder>',
  )
})
