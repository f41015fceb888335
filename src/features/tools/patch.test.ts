import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patchOf } from './patch.ts'

test('a change far into a file has the right line numbers and three lines of context', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 1}\n`)
  const changed = lines.with(29, 'new\n')
  expect(patchOf(lines.join(''), changed.join(''))).toEqual([
    {
      oldStart: 27,
      oldLines: 7,
      newStart: 27,
      newLines: 7,
      lines: [' line 27', ' line 28', ' line 29', '-line 30', '+new', ' line 31', ' line 32', ' line 33'],
    },
  ])
})

test('equal texts have no hunks', () => {
  expect(patchOf('a', 'a')).toEqual([])
})

test('applying the hunks to the old text gives the new text', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd'), { maxLength: 40 })
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = patchOf(before, after).map(hunk => ({ ...hunk, lines: [...hunk.lines] }))
      const patch = { oldFileName: '', newFileName: '', oldHeader: '', newHeader: '', index: '', hunks }
      expect(applyPatch(before, patch as never)).toBe(after)
    }),
  )
})
