import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Lexer, type Token } from 'marked'
import { expect, test } from 'vitest'
import { lexBounded } from './lex-bounded.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const whole = (text: string): readonly Token[] => [...new Lexer({ gfm: true }).lex(text)]
const inPieces = (text: string): readonly Token[] => lexBounded(text, new Lexer({ gfm: true }))

/** Empty lines between blocks may belong to the one before or to none. */
const blocksOf = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ type }) => type !== 'space').map(token => ({ ...token, raw: token.raw.trimEnd() }))

test('what people write is read as if it were read whole', () => {
  const all = readdirSync(DOCS)
    .filter(name => name.endsWith('.md'))
    .map(name => readFileSync(join(DOCS, name), 'utf8'))
  for (const text of [...all, all.slice(0, 6).join('\n\n')])
    expect(blocksOf(inPieces(text))).toEqual(blocksOf(whole(text)))
})

test.each([
  ['a list', Array.from({ length: 3000 }, (_, at) => `- item ${at} with \`code\`\n`).join('')],
  ['a numbered list', Array.from({ length: 3000 }, (_, at) => `${at + 1}. item\n`).join('')],
  ['a table', `| a | b |\n|---|---|\n${'| `a` | *b* |\n'.repeat(3000)}`],
  ['a fence', `\`\`\`c\n${'a\n\n'.repeat(9000)}\`\`\`\n`],
])('%s that is long stays one', (_name, text) => {
  const [first, ...more] = inPieces(text)
  const [wanted] = whole(text)
  expect(more).toEqual([])
  expect(first?.raw).toBe(wanted?.raw)
  expect((first as { items?: unknown[] }).items?.length).toBe((wanted as { items?: unknown[] }).items?.length)
})

test.each([
  ['lines that could begin something', 'a\n-\n'.repeat(9000)],
  ['one line', 'a '.repeat(40_000)],
  ['a fence in HTML, never closed', `<div>\n\`\`\`\n\n${'a\n-\n'.repeat(9000)}`],
])('of %s nothing is lost', (_name, text) => {
  expect(
    inPieces(text)
      .map(({ raw }) => raw)
      .join(''),
  ).toBe(text)
})
