import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldEmptyRows, revealBlanks, revealSpans } from './reveal-blanks.ts'

test.each([
  ['ls; rm x', 'ls; rm x'],
  ['a\n\nb\n\n\nc', 'a\n\nb\n\n\nc'],
  ['if x\n        then y', 'if x\n        then y'],
  [`a${' '.repeat(300)}b`, 'a··· 300 spaces ···b'],
  [`a${'\t'.repeat(40)}b`, 'a··· 40 spaces ···b'],
  [`a${'\n'.repeat(413)}b`, 'a\n··· 412 blank lines ···\nb'],
  [`a\n${' \t\u2800\n'.repeat(50)}b`, 'a\n··· 50 blank lines ···\nb'],
  ['a\u2800b', 'a\\u{2800}b'],
  [`a${'\u2800'.repeat(500)}b`, 'a\\u{2800}··· 500 hidden characters ···b'],
  [`a${'\u200b'.repeat(500)}b`, 'a\\u{200b}··· 500 hidden characters ···b'],
  ['a\r\nb\rc', 'a\\u{d}\nb\\u{d}c'],
  ['\u0301x', '\\u{301}x'],
  [`e${'\u0301'.repeat(60)}x`, `e${'\u0301'.repeat(4)}··· 56 hidden characters ···x`],
  ['e\u0301t\u00e9', 'e\u0301t\u00e9'],
  ['a\u3000b', 'a\\u{3000}b'],
])('%j is shown as %j', (text, shown) => {
  expect(revealBlanks(text)).toBe(shown)
})

test.each([
  0xa0, 0x115f, 0x1160, 0x1680, 0x180e, 0x2000, 0x2005, 0x200a, 0x202f, 0x205f, 0x2800, 0x3000, 0x3164,
  0xffa0,
])('the blank %i is seen', code => {
  expect(revealBlanks(`a${String.fromCodePoint(code)}b`)).toBe(`a\\u{${code.toString(16)}}b`)
})

test('in text that is no command the blank of Chinese text stays', () => {
  expect(revealBlanks('\u3000\u4f60\u3000\u597d\u00a0', undefined, { keepWide: true })).toBe(
    '\u3000\u4f60\u3000\u597d\\u{a0}',
  )
})

test('what one can see stays, in its order, and no run is longer than a layout', () => {
  const unit = fc.constantFrom(
    'a',
    'b',
    ' ',
    ' '.repeat(40),
    '\n',
    '\n\n\n',
    '\u2800',
    '\u4f60',
    '\t',
    '\u200b',
  )
  fc.assert(
    fc.property(
      fc.array(unit).map(parts => parts.join('')),
      text => {
        const shown = revealBlanks(text)
        const letters = (whole: string) =>
          whole.replaceAll(/··· \d+ [a-z ]+ ···|\\u\{[0-9a-f]+\}/g, '').replaceAll(/[^ab\u4f60]/g, '')
        expect(letters(shown)).toBe(letters(text))
        expect(shown).not.toMatch(/[\u2800]| {64}|\n[ \t]*\n[ \t]*\n[ \t]*\n/)
      },
    ),
  )
})

test('a piece of a text keeps its place, and the line ends around a run of empty lines stay', () => {
  const text = `a${'\n'.repeat(10)}b${' '.repeat(50)}c`
  const from = text.indexOf('b')
  const shown = revealSpans({
    text,
    spans: [
      { from, to: from + 1 },
      { from: -3, to: 999 },
    ],
  })
  expect(shown.text).toBe('a\n··· 9 blank lines ···\nb··· 50 spaces ···c')
  expect(shown.spans.map(span => shown.text.slice(span.from, span.to))).toEqual(['b', shown.text])
})

test('rows that say nothing are folded from the third on', () => {
  const fold = (rows: string) =>
    foldEmptyRows(
      [...rows],
      row => row === '.',
      (_, count) => String(count),
    ).join('')
  expect(['a..b', '....b', 'a', '', '..', '...'].map(fold)).toEqual(['a..b', '4b', 'a', '', '..', '3'])
})

test('a long text costs little', () => {
  for (const text of [
    ' '.repeat(500_000),
    '\n'.repeat(500_000),
    '\u2800 '.repeat(200_000),
    'a\u0301'.repeat(100_000),
  ])
    expect(revealBlanks(text).length).toBeLessThan(text.length + 60)
})
