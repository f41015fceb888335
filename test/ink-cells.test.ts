import fc from 'fast-check'
import { expect, test } from 'vitest'

interface Cells {
  tokenize(text: string): readonly unknown[]
  styledCharsFromTokens(tokens: readonly unknown[]): readonly unknown[]
  styledCharsToString(cells: readonly unknown[]): string
}
const load = async (path: string): Promise<Cells> => await import(new URL(path, import.meta.url).href)

const code = fc.constantFrom(
  '0',
  '1',
  '2',
  '3',
  '22',
  '31',
  '39',
  '44',
  '49',
  '38;5;9',
  '38;2;1;2;3',
  '7',
  '27',
)
const piece = fc.oneof(
  code.map(number => `\u001b[${number}m`),
  fc.constantFrom('a', ' ', '你', '👍', 'é', '\u001b]8;;https://x.org\u0007', '\u001b]8;;\u0007'),
)

test('rows are joined as the package joins them', async () => {
  const theirs = await load('../node_modules/@alcalzone/ansi-tokenize/build/index.js')
  const ours = await load('../scripts/ink-cells.mjs')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const cells = theirs.styledCharsFromTokens(theirs.tokenize(pieces.join('')))
      expect(ours.styledCharsToString(cells)).toBe(theirs.styledCharsToString(cells))
    }),
    { numRuns: 500 },
  )
})
