import { expect, test } from 'vitest'
import { inColour, plainly } from './paint.ts'
import { countChanges, showPatch, showReplacement } from './show-change.ts'

const PATCH = [
  { oldStart: 7, oldLines: 3, newStart: 7, newLines: 4, lines: [' a', '-b', '+B', '+BB', ' c'] },
  { oldStart: 120, oldLines: 1, newStart: 121, newLines: 0, lines: ['-z', '\\ No newline at end of file'] },
]

test('hunks show old numbers before what goes and new ones before the rest', () => {
  expect(showPatch(PATCH, plainly)).toEqual([
    '   7   a',
    '   8 - b',
    '   8 + B',
    '   9 + BB',
    '  10   c',
    '   ⋯',
    ' 120 - z',
    '     \\ No newline at end of file',
  ])
  expect(countChanges(PATCH)).toEqual({ added: 2, removed: 2 })
})

test('what goes is red, what comes is green, and what a file holds cannot colour anything', () => {
  const [line] = showPatch([{ oldStart: 1, newStart: 1, lines: ['+\u001b[41mx'] }], inColour)
  expect(line).toBe('\u001b[2m   1\u001b[22m \u001b[32m+ \\u{1b}[41mx\u001b[39m')
})

test.each([undefined, 'text', { lines: [] }, [4, null, { lines: [5] }]])('%j has no lines to show', patch => {
  expect([...showPatch(patch, plainly)].filter(line => line !== '   ⋯')).toEqual([])
  expect(countChanges(patch)).toEqual({ added: 0, removed: 0 })
})

test.each([
  ['one line of three', 'a\nb\nc', 'a\nB\nc', ['  a', '- b', '+ B', '  c']],
  ['a line added', 'a', 'a\nb', ['  a', '+ b']],
  ['a repeated line added', 'a\na', 'a\na\na', ['  a', '  a', '+ a']],
  ['a new text', '', 'a\nb\n', ['+ a', '+ b']],
  ['all taken out', 'a', '', ['- a']],
])('a replacement shows %s', (_, before, after, expected) => {
  expect(showReplacement(before, after, plainly)).toEqual(expected)
})

test('a long change is cut and says so', () => {
  const text = Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n')
  const shown = showReplacement('', text, plainly)
  expect([shown.length, shown.at(-1)]).toEqual([41, '… 10 more lines'])
})
