import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../test/support/any-character.ts'
import { escapeInvisible, escapeLine, escapeProse, escapeText, restoreInvisible } from './escape-text.ts'

test.each([
  ['plain text stays', 'a\tb\nç 漢 🎉', 'a\tb\nç 漢 🎉'],
  ['a colour', '\u001b[31mred', '\\u{1b}[31mred'],
  ['a title change', '\u001b]0;x\u0007', '\\u{1b}]0;x\\u{7}'],
  ['an 8-bit control sequence', '\u009b2J', '\\u{9b}2J'],
  ['line ends of Windows become line feeds', 'a\r\nb', 'a\nb'],
  ['a carriage return that would overwrite', 'safe\rrm', 'safe\\u{d}rm'],
  ['reversed text', 'a\u202eb', 'a\\u{202e}b'],
  ['hidden text', 'a\u200b\u{e0041}b', 'a\\u{200b}\\u{e0041}b'],
])('%s', (_, text, expected) => {
  expect(escapeText(text)).toBe(expected)
})

test('whatever comes in, no control character but tab and line feed comes out', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), text => {
      expect(escapeText(text).replace(/[\t\n]/g, '')).not.toMatch(/\p{Cc}/u)
      expect(escapeLine(text)).not.toMatch(/\p{Cc}/u)
    }),
  )
})

test('a line shows its breaks and is cut at whole characters', () => {
  expect(escapeLine('a\nb\tc')).toBe('a⏎b c')
  expect(escapeProse('\n One line.\r\n\n  And\tanother \u001b[2J\n')).toBe('One line. And another \\u{1b}[2J')
  expect(escapeLine('🎉🎉🎉🎉', 3)).toBe('🎉🎉…')
})

test('emoji made of several stay whole; a joiner anywhere else is shown', () => {
  expect(escapeText('👩‍💻 👨🏽‍🚀 🏳️‍🌈')).toBe('👩‍💻 👨🏽‍🚀 🏳️‍🌈')
  expect(escapeText('pass\u200dword')).toBe('pass\\u{200d}word')
})

test.each([
  ['variation selectors', 'a\ufe00b\ufe0dc\u{e0100}d\u{e01ef}', 'a\\u{fe00}b\\u{fe0d}c\\u{e0100}d\\u{e01ef}'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0', '\\u{115f}\\u{1160}\\u{3164}\\u{ffa0}'],
  ['a joiner of graphemes', 'a\u034fb', 'a\\u{34f}b'],
  ['vowels and selectors nobody sees', '\u17b4\u180b', '\\u{17b4}\\u{180b}'],
  ['marks of annotations', '\ufff9a\ufffb', '\\u{fff9}a\\u{fffb}'],
  ['marks of notes and shorthand', '\u{1d173}\u{1bca0}', '\\u{1d173}\\u{1bca0}'],
  ['what is set aside to be ignored', '\u{e0fff}\ufff0\u2065', '\\u{e0fff}\\u{fff0}\\u{2065}'],
  ['the selector of an emoji elsewhere', 'a\ufe0f1\ufe0e 2\ufe0f', 'a\\u{fe0f}1\\u{fe0e} 2\\u{fe0f}'],
  ['a second selector', '❤\ufe0f\ufe0f\ufe0e', '❤\ufe0f\\u{fe0f}\\u{fe0e}'],
  ['emoji stay', '❤\ufe0f ☎\ufe0e 1\ufe0f\u20e3 #\ufe0f\u20e3 🏳\ufe0f\u200d🌈 👍🏽', undefined],
  ['blanks stay', 'a\u00a0b\u3000c\u2800d\u202fe', undefined],
  ['letters with marks, notes and old scripts stay', 'e\u0301 𝄞 한글 ក្រ ᠮᠣᠩ', undefined],
])('%s', (_, text, expected = text) => {
  expect([escapeInvisible(text), escapeText(text), restoreInvisible(expected)]).toEqual([
    expected,
    expected,
    text,
  ])
})

test('the quick look misses nothing, and what was escaped comes back as it was', () => {
  const odd = fc.oneof(
    fc.integer({ min: 0, max: 0x10ffff }).filter(code => code < 0xd800 || code > 0xdfff),
    fc.constantFrom(0xfe0f, 0xfe0e, 0x200d, 0x2764, 0x31, 0x20e3, 0xe0041, 0x3164),
  )
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 12 }), codes => {
      const text = String.fromCodePoint(...codes)
      fc.pre(!text.includes('\\u{'))
      const shown = escapeInvisible(text)
      expect(shown.replace(/[\u200d\ufe0e\ufe0f]/g, '')).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
      expect(restoreInvisible(shown)).toBe(text)
    }),
  )
})

test('every character that is ignored where it is shown is escaped when it stands alone', () => {
  const missed: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    if (/\p{Default_Ignorable_Code_Point}/u.test(character) && escapeInvisible(character) === character)
      missed.push(code.toString(16))
  }
  expect(missed).toEqual([])
})

test.each([
  ['a\u202eb', 'a\\u{202e}b'],
  ['tag \u{e0041}', 'tag \\u{e0041}'],
  ['\u001b[31m\t\r\n', '\u001b[31m\t\r\n'],
  ['👩\u200d💻', '👩\u200d💻'],
])('%j without what cannot be seen is %j', (text, shown) => {
  expect([escapeInvisible(text), restoreInvisible(shown)]).toEqual([shown, text])
})

test('escapes of what can be seen are not undone', () => {
  const text = '\\u{41} \\u{ffffff} \\u{202E} \\u{0202e}'
  expect(restoreInvisible(text)).toBe(text)
})
