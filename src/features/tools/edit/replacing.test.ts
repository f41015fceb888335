import { expect, test } from 'vitest'
import { applyEdit } from './apply-edit.ts'
import { replacing } from './replacing.ts'

const cases: readonly (readonly [string, string, string])[] = [
  ['a line in the middle', 'a\nb\nc\n', 'a\nB\nc\n'],
  ['lines added at the end', 'a\nb\n', 'a\nb\nc\n'],
  ['lines added at the start', 'a\nb\n', 'x\na\nb\n'],
  ['lines removed', 'a\nb\nc\n', 'a\nc\n'],
  ['everything removed', 'a\nb\n', ''],
  ['two places with much between', 'a\n1\n2\n3\nb\n', 'A\n1\n2\n3\nB\n'],
  ['a place that looks like others', 'x\n}\ny\n}\nz\n}\n', 'x\n}\ny\n}\nnew\nz\n}\n'],
  ['the same line over and over', 'x\nx\nx\nx\n', 'x\nx\nx\nx\nx\n'],
  ['the end without a line feed', 'a\nb', 'a\nb\n'],
  ['line ends of another system', 'a\r\nb\r\nc\r\n', 'a\nB\nc\n'],
  ['a file that was empty', '', 'new\n'],
]

test.each(cases)('one replacement leads to the text that is wanted: %s', (_, text, after) => {
  const { old_string, new_string } = replacing(text, after)
  const earlier = { before: text, lineOf: (line: number) => line }
  const made = applyEdit(text, { oldText: old_string, newText: new_string, all: false }, earlier)
  expect(made.text.replaceAll('\r\n', '\n')).toBe(after.replaceAll('\r\n', '\n'))
  // The line ends of the file stay what they are.
  expect(made.text.includes('\r\n')).toBe(text.includes('\r\n'))
})

test('lines that stay the same are not named, unless they are needed to find the place', () => {
  expect(replacing('a\nb\nc\nd\n', 'a\nb\nC\nd\n')).toEqual({ old_string: 'c\n', new_string: 'C\n' })
})
