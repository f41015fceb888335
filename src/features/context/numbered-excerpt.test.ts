import { expect, test } from 'vitest'
import { numberedExcerpt } from './numbered-excerpt.ts'

test.each([
  ['a\nb\n', 100, { text: '1\ta\n2\tb', lines: 2, whole: true }],
  ['a\r\nb', 100, { text: '1\ta\n2\tb', lines: 2, whole: true }],
  [`${'x'.repeat(90)}\n`.repeat(3), 40, { text: `1\t${'x'.repeat(90)}`, lines: 1, whole: false }],
  ['x'.repeat(3_000), 1_000, { text: `1\t${'x'.repeat(2_000)}`, lines: 1, whole: false }],
  ['x'.repeat(300), 10, undefined],
])('%j within %i tokens', (text, tokens, excerpt) => {
  expect(numberedExcerpt(text, tokens)).toEqual(excerpt)
})
