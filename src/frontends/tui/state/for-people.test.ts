import { expect, test } from 'vitest'
import { forPeople } from './for-people.ts'

test.each([
  ['3 files\n\n<system-reminder>\nThe file is empty.\n</system-reminder>', '3 files'],
  ['<tool_use_error>No such file</tool_use_error>', 'No such file'],
  [
    'Canceled: Bash before it in the same reply ran into its time limit. Look at its result, then decide.',
    'Canceled: Bash before it in the same reply ran into its time limit.',
  ],
  [
    'Canceled: Bash in the same reply failed. Look at its result, then decide.',
    'Canceled: Bash in the same reply failed.',
  ],
  ['if (a < b) <b>', 'if (a < b) <b>'],
])('what only the model is told is not shown (%j)', (text, shown) => {
  expect(forPeople(text)).toBe(shown)
})
