import { expect, test } from 'vitest'
import { inChinese } from './chinese.ts'
import { lines, verbatim } from './layout.ts'
import { type LocalizedText, savedText } from './localized-text.ts'

const nested = (depth: number): unknown =>
  depth === 0 ? 'x' : { id: 'layout.verbatim', text: 'x', values: { text: nested(depth - 1) } }

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a string', 'hello'],
  ['a list', [{ id: 'a', text: 'b' }]],
  ['no id', { text: 'x' }],
  ['no text', { id: 'layout.verbatim' }],
  ['an id that is a number', { id: 1, text: 'x' }],
  ['a text that is an object', { id: 'layout.verbatim', text: {} }],
  ['Chinese that is a list', { id: 'layout.verbatim', text: 'x', zh: [] }],
  ['values that are null', { id: 'layout.verbatim', text: 'x', values: null }],
  ['a value that is null', { id: 'layout.verbatim', text: 'x', values: { text: null } }],
  ['a value that is true', { id: 'layout.verbatim', text: 'x', values: { text: true } }],
  ['a list of lists', { id: 'layout.lines', text: 'x', values: { lines: [['a']] } }],
  ['a list with null', { id: 'layout.lines', text: 'x', values: { lines: [null] } }],
  ['a text without end', nested(5_000)],
])('of a file that says %s the English is shown', (_, hostile) => {
  expect(savedText(hostile, 'English.')).toBe('English.')
})

test('what is whole is shown as data, and a row or a value that nobody knows does no harm', () => {
  const whole = lines([verbatim('a'), 'b'])
  expect(savedText(JSON.parse(JSON.stringify(whole)), 'English.')).toEqual(whole)
  const odd: readonly LocalizedText[] = [
    { id: 'no.such_row', text: 'As it was.' },
    { id: '__proto__.constructor', text: 'As it was.' },
    { id: 'layout.verbatim', text: 'As it was.', values: JSON.parse('{"__proto__":"x"}') },
  ]
  for (const text of odd) expect(() => inChinese(savedText(text, 'English.'))).not.toThrow()
  expect(inChinese(savedText(odd[0], 'English.'))).toBe('As it was.')
})
