import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeInvisible, escapeLine, escapeText, restoreInvisible } from './escape-text.ts'

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
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(escapeText(text).replace(/[\t\n]/g, '')).not.toMatch(/\p{Cc}/u)
      expect(escapeLine(text)).not.toMatch(/\p{Cc}/u)
    }),
  )
})

test('a line shows its breaks and is cut at whole characters', () => {
  expect(escapeLine('a\nb\tc')).toBe('a⏎b c')
  expect(escapeLine('🎉🎉🎉🎉', 3)).toBe('🎉🎉…')
})

test('emoji made of several stay whole; a joiner anywhere else is shown', () => {
  expect(escapeText('👩‍💻 👨🏽‍🚀 🏳️‍🌈')).toBe('👩‍💻 👨🏽‍🚀 🏳️‍🌈')
  expect(escapeText('pass\u200dword')).toBe('pass\\u{200d}word')
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
