import { expect, test } from 'vitest'
import { lexMarkdown } from './lex.ts'

test.each([
  ['emphasis that never ends', '_a'.repeat(30_000)],
  ['a word that may be an address', `${'a.'.repeat(30_000)}@`],
  ['quotes in quotes', '>'.repeat(30_000)],
  ['text beyond all measure', 'a '.repeat(300_000)],
])('%s is not read as Markdown: the page would stand still at every look', (_, text) => {
  expect(lexMarkdown(text)).toBeUndefined()
})

test('what people write is', () => {
  expect(lexMarkdown('# a\n- *b*\n')?.map(({ type }) => type)).toEqual(['heading', 'list'])
})

test('a formula is shown in Unicode, money and code as they are', () => {
  const [paragraph] = lexMarkdown('$x^2$ for $5 and $10, `$y^2$`') ?? []
  const tokens = paragraph && 'tokens' in paragraph ? (paragraph.tokens ?? []) : []
  expect(tokens.map(token => ('text' in token ? token.text : token.raw)).join('')).toBe(
    'x² for $5 and $10, $y^2$',
  )
})
