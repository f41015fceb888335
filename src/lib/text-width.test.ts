import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sliceColumns, textWidth, truncateText, wrapText } from './text-width.ts'

test.each([
  ['abc', 3],
  ['äö', 2],
  ['e\u0301', 1],
  ['漢字', 4],
  ['', 0],
  ['你好👍é', 7],
  ['👨‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['⚠', 1],
  ['⚠️', 2],
  ['✅', 2],
  ['👍🏽', 2],
  ['1️⃣', 2],
  ['한글', 4],
  ['한', 2],
  ['─│╭…·•→✓✗', 9],
  ['ｆｕｌｌ', 8],
  ['ﾊﾝ', 2],
  ['กำ', 2],
  ['\u200b', 0],
  ['⠋', 1],
  ['𝒳', 1],
  ['𠀀', 2],
])('%j takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width)
})

test.each([
  ['abcdef', 1, 3, 'bc'],
  ['abc', 2, 9, 'c'],
  ['你好吗', 0, 4, '你好'],
  ['你好吗', 1, 4, '好'],
  ['你好吗', 0, 3, '你'],
  ['a👨‍👩‍👧b', 1, 3, '👨‍👩‍👧'],
  ['abc', 5, 9, ''],
])('columns of %j from %i to %i are %j', (text, from, to, slice) => {
  expect(sliceColumns(text, from, to)).toBe(slice)
})

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['你好吗', 5, '你好…'],
  ['你好吗', 4, '你…'],
  ['abc', 0, ''],
])('%j cut to %i columns is %j', (text, width, cut) => {
  expect(truncateText(text, width)).toBe(cut)
})

test('words stay whole where they can, and every line ends somewhere', () => {
  expect(wrapText('one two three\nfour', 8)).toEqual(['one two', 'three', 'four'])
  expect(wrapText('abcdefghijkl mn', 8)).toEqual(['abcdefgh', 'ijkl mn'])
  expect(wrapText('漢字漢字漢字', 8)).toEqual(['漢字漢字', '漢字'])
})

const anyText = fc.string({ unit: 'grapheme', maxLength: 80 })

test('no line is wider than asked, and no word is lost', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 8, max: 40 }), (text, width) => {
      const lines = wrapText(text, width)
      expect(lines.every(line => textWidth(line) <= width)).toBe(true)
      expect(lines.join('').replace(/[ \n]/g, '')).toBe(text.replace(/[ \n]/g, ''))
    }),
  )
})

test('what is cut off fits', () => {
  fc.assert(
    fc.property(anyText, fc.nat(40), (text, width) => {
      expect(textWidth(truncateText(text, width))).toBeLessThanOrEqual(width)
      expect(textWidth(sliceColumns(text, 3, 3 + width))).toBeLessThanOrEqual(width)
    }),
  )
})
