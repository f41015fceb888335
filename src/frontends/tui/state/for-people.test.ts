import { expect, test } from 'vitest'
import { forPeople, saidWithNo } from './for-people.ts'

test.each([
  ['3 files\n\n<system-reminder>\nThe file is empty.\n</system-reminder>', '3 files'],
  ['<tool_use_error>No such file</tool_use_error>', 'No such file'],
  ['if (a < b) <b>', 'if (a < b) <b>'],
])('what only the model is told is not shown (%j)', (text, shown) => {
  expect(forPeople(text)).toBe(shown)
})

test.each([
  ['The person said no.', ''],
  ['The person said no, and: use tabs', 'use tabs'],
  ['The person wants to keep planning, and says: tests first', 'tests first'],
  ['用户拒绝了，并说：用制表符', '用制表符'],
  ['No rule allows it', undefined],
])('of %j the person is reminded of %j', (text, said) => {
  expect(saidWithNo(text)).toBe(said)
})
