import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../../test/support/any-character.ts'
import { safeFirstLine, safeLine, safeLines, safeText } from './safe-text.ts'

test.each([
  ['plain', 'plain'],
  ['a\tb\n\tc', 'a   b\n    c'],
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['é 你好 👍', 'é 你好 👍'],
  ['a\u202eb', 'a\\u{202e}b'],
])('%j is shown as %j', (text, expected) => {
  expect(safeText(text)).toBe(expected)
})

test('lines are cut at line ends and nowhere else', () => {
  expect(safeLines('a\r\nb\n')).toEqual(['a', 'b'])
  expect(safeLines('a\n\n')).toEqual(['a', ''])
  expect(safeFirstLine('\n  one\ntwo')).toBe('one')
  expect(safeLine('one\ntwo')).toBe('one two')
})

test('what is safe once stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), text => {
      const once = safeText(text)
      expect(safeText(once)).toBe(once)
      expect(once.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    }),
  )
})
