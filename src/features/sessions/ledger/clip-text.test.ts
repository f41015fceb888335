import { expect, test } from 'vitest'
import { clipText } from './clip-text.ts'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc\n… 1 more characters'],
  ['a'.repeat(100_000), 10, `${'a'.repeat(10)}\n… 99990 more characters`],
])('a text is cut at the limit (%#)', (text, maxText, cut) => {
  expect(clipText(text, { maxText })).toBe(cut)
})

test('a secret across the cut is taken out whole', () => {
  const redact = (text: string): string => text.replaceAll('sk-secret-key', '[key]')
  expect(clipText('12345sk-secret-key67890', { maxText: 10, redact })).toBe('12345[key]\n… 5 more characters')
  expect(clipText('12345sk-secret-key', { maxText: 10, redact })).toBe('12345[key]')
})
