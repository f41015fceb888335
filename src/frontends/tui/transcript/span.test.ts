import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textWidth } from '../../../lib/text-width.ts'
import { createTheme } from '../theme/create-theme.ts'
import { breakSpans, paintSpans, type Span, spansWidth } from './span.ts'

const texts = (rows: readonly (readonly Span[])[]) => rows.map(row => row.map(({ text }) => text))

test.each([
  ['abcdef', 4, [['abcd'], ['ef']]],
  ['a  b  ', 3, [['a  '], ['b  ']]],
  ['你好吗', 5, [['你好'], ['吗']]],
  ['👩‍👩‍👧x', 2, [['👩‍👩‍👧'], ['x']]],
  ['', 3, [['']]],
])('%j in %i columns', (text, width, expected) => {
  expect(texts(breakSpans([{ text }], width))).toEqual(expected)
})

test('a break keeps the tones on both sides', () => {
  expect(breakSpans([{ text: 'ab', tone: 'good' }, { text: 'cd' }], 3)).toEqual([
    [{ text: 'ab', tone: 'good' }, { text: 'c' }],
    [{ text: 'd' }],
  ])
})

test('broken rows hold the same text and none is wider than allowed', () => {
  const span = fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 12 }) })
  fc.assert(
    fc.property(fc.array(span, { maxLength: 5 }), fc.integer({ min: 2, max: 20 }), (spans, width) => {
      const rows = breakSpans(spans, width)
      expect(
        rows
          .flat()
          .map(({ text }) => text)
          .join(''),
      ).toBe(spans.map(({ text }) => text).join(''))
      for (const row of rows) expect(spansWidth(row)).toBeLessThanOrEqual(width)
    }),
  )
})

test('spans are painted with both tones', () => {
  const theme = createTheme('dark-ansi', { colours: 16 })
  expect(paintSpans([{ text: 'a', tone: 'good', under: 'strong' }, { text: 'b' }], theme)).toBe(
    '\u001b[1m\u001b[92ma\u001b[39m\u001b[22mb',
  )
  expect(textWidth('ab')).toBe(2)
})
