import { expect, test } from 'vitest'
import { notesInstruction } from './notes/note-taker.ts'
import { NOTES_EN } from './notes/note-words-en.ts'
import { extractSummary, summaryInstruction } from './summary-instruction.ts'

test.each([
  ['<analysis>a</analysis><summary> x </summary>', 'x'],
  ['<summary>cut off at the end', 'cut off at the end'],
  ['no tags at all', 'no tags at all'],
  ['<analysis>only thinking</analysis>', ''],
  ['<analysis>never closed', ''],
])('of %j the summary is %j', (reply, summary) => {
  expect(extractSummary(reply)).toBe(summary)
})

test('focus and scope are said only when there are any', () => {
  const plain = summaryInstruction({})
  expect(summaryInstruction({ focus: '  ' })).toBe(plain)
  expect(summaryInstruction({ focus: ' tests ' })).toBe(
    `${plain}\n\nThe user asks the summary to dwell on: tests`,
  )
  expect(summaryInstruction({ from: 'a "quote"' })).toContain(
    'from this message on; what stands before it stays: "a \\"quote\\""',
  )
})

test('summary and notes are asked for in the language the person writes in', () => {
  for (const text of [summaryInstruction({}), notesInstruction([], NOTES_EN)])
    expect(text).toContain('in the language the user writes in')
})
