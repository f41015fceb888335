import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stripAnsi } from '../../../../lib/strip-ansi.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import { verbatim } from '../../../../protocol/messages/layout.ts'
import { askedBecause } from '../../../../protocol/permission.ts'
import type { Theme } from '../../theme/theme.ts'
import { markedLines } from './marked-lines.ts'

/** Shows what is painted as what. */
const theme = {
  paint: (tone: string, text: string) => (tone === 'risky' ? `<${text}>` : text),
} as Theme
const span = (from: number, to: number) => ({ from, to, ...askedBecause(verbatim('')) })

test.each([
  ['ls; rm x', [span(4, 8)], ['ls; <rm x>']],
  ['ls; rm x', [], ['ls; rm x']],
  ['rm x', [span(0, 4)], ['rm x']],
  ['a b c', [span(0, 1), span(4, 9)], ['<a> b <c>']],
  ['a\nrm x\nb', [span(2, 7)], ['a', '<rm x>', '<>b']],
  ['abcdef', [span(1, 4), span(2, 5)], ['a<b><cd><e>f']],
  ['a\tb', [], ['a   b']],
])('%j with marks %j', (text, risky, lines) => {
  expect(markedLines({ text, risky }, { theme, width: 40 })).toEqual(lines)
})

test('nothing of the text is lost, nothing of it acts, and no line is too wide', () => {
  const plain = { paint: (_: string, text: string) => text } as Theme
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '你', '\n', '\u001b', ';', '👍') }),
      fc.array(fc.tuple(fc.integer({ min: -2, max: 30 }), fc.nat(30))),
      fc.integer({ min: 4, max: 20 }),
      (text, spans, width) => {
        const risky = spans.map(([from, length]) => span(from, from + length))
        const lines = markedLines({ text, risky }, { theme: plain, width })
        // What is folded is named; of what it stands for only blanks and escapes are left out.
        const bare = (whole: string) =>
          whole
            .replaceAll('\u001b', '')
            .replaceAll(/\s|\\u\{1b\}/g, '')
            .replaceAll(/···\d+[a-z]+···/g, '')
        expect(bare(lines.join(''))).toBe(bare(text))
        for (const line of lines) {
          expect(line).not.toContain('\u001b')
          expect(textWidth(stripAnsi(line))).toBeLessThanOrEqual(width)
        }
      },
    ),
  )
})
