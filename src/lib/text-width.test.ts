import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textWidth, wrapText } from './text-width.ts'

test.each([
  ['abc', 3],
  ['äö', 2],
  ['e\u0301', 1],
  ['漢字', 4],
  ['', 0],
])('%j takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width)
})

test('words stay whole where they can, and every line ends somewhere', () => {
  expect(wrapText('one two three\nfour', 8)).toEqual(['one two', 'three', 'four'])
  expect(wrapText('abcdefghijkl mn', 8)).toEqual(['abcdefgh', 'ijkl mn'])
  expect(wrapText('漢字漢字漢字', 8)).toEqual(['漢字漢字', '漢字'])
})

test('no line is wider than asked, and no word is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.integer({ min: 8, max: 40 }),
      (text, width) => {
        const lines = wrapText(text, width)
        expect(lines.every(line => textWidth(line) <= width)).toBe(true)
        expect(lines.join('').replace(/[ \n]/g, '')).toBe(text.replace(/[ \n]/g, ''))
      },
    ),
  )
})
