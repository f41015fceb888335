import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../../../test/support/any-character.ts'
import { bare, fakeLook, readyRichText } from '../../../../../test/support/fake-look.ts'
import { ansiWidth } from '../../../../lib/ansi-text.ts'
import { createTheme } from '../../theme/create-theme.ts'
import type { RenderOptions } from '../render-options.ts'
import { changedWords } from './changed-words.ts'
import { compare } from './compare.ts'
import { editHunks } from './edit-hunks.ts'
import { countChanges, readHunks } from './hunk.ts'
import { parseDiff } from './parse-diff.ts'
import { renderDiff } from './render-diff.ts'

let look: RenderOptions
beforeAll(async () => {
  look = await fakeLook({ width: 40 })
})

const HUNKS = [
  { oldStart: 7, newStart: 7, lines: [' a', '-let b = 1', '+let b = 2', '+more', ' c'] },
  { oldStart: 120, newStart: 121, lines: ['-z', '\\ No newline at end of file'] },
]

test('a change shows the file, its lines with numbers, and gaps', () => {
  expect(bare(renderDiff({ path: 'src/a.ts', hunks: HUNKS }, look))).toEqual([
    'src/a.ts  +2 −2',
    '  7   a',
    '  8 - let b = 1',
    '  8 + let b = 2',
    '  9 + more',
    ' 10   c',
    '  ⋮',
    '120 - z',
    '      \\ No newline at end of file',
  ])
})

test('a long change is cut and the rest counted', () => {
  const hunks = [{ oldStart: 1, newStart: 1, lines: Array.from({ length: 50 }, (_, at) => `+line ${at}`) }]
  const lines = bare(renderDiff({ path: 'a', hunks }, { ...look, maxLines: 10, header: false }))
  expect([lines.length, lines[8], lines[9]]).toEqual([10, '  9 + line 8', '… 41 more lines'])
  expect(renderDiff({ path: 'a', hunks }, { ...look, maxLines: 50, header: false })).toHaveLength(50)
})

test('long lines are broken behind the numbers, and narrow screens have none', () => {
  const hunks = [{ oldStart: 1, newStart: 1, lines: ['+0123456789abcdefghijklmnopqrstuvwxyz'] }]
  expect(bare(renderDiff({ path: 'a', hunks }, { ...look, width: 26, header: false }))).toEqual([
    '  1 + 0123456789abcdefghij',
    '      klmnopqrstuvwxyz',
  ])
  expect(bare(renderDiff({ path: 'a', hunks }, { ...look, width: 20, header: false }))).toEqual([
    '+ 0123456789abcdefgh',
    '  ijklmnopqrstuvwxyz',
  ])
})

test('in colour changed lines stand on a ground that reaches the end, with code coloured and words marked', async () => {
  const theme = createTheme('dark', { colours: 16_777_216 })
  const rich = await readyRichText('typescript')
  const lines = renderDiff(
    { path: 'a.ts', hunks: HUNKS.slice(0, 1) },
    { ...look, theme, rich, header: false },
  )
  const added = lines[2] ?? ''
  expect(ansiWidth(added)).toBe(40)
  expect(added).toContain(theme.paint('keyword', 'let'))
  expect(added).toContain('\u001b[38;2;255;255;255;48;2;31;107;56m2')
})

test('in sixteen colours a changed line is told by its own colour', () => {
  const theme = createTheme('dark-ansi', { colours: 16 })
  const lines = renderDiff({ path: 'a.ts', hunks: HUNKS.slice(0, 1) }, { ...look, theme, header: false })
  expect(lines[3]).toBe('\u001b[90m  9 \u001b[39m\u001b[32m+ more\u001b[39m')
})

test('what a file holds cannot act on the terminal and no line is too wide', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.constantFrom('+', '-', ' ', '\\'), fc.string({ unit: ANY_CHARACTER, maxLength: 30 })),
        {
          maxLength: 8,
        },
      ),
      fc.integer({ min: 8, max: 50 }),
      (rows, width) => {
        const hunks = [{ oldStart: 1, newStart: 1, lines: rows.map(([mark, text]) => mark + text) }]
        for (const line of renderDiff({ path: 'a\u001b.ts', hunks }, { ...look, width })) {
          expect(bare([line])[0]).not.toMatch(/\p{Cc}/u)
          expect(ansiWidth(line)).toBeLessThanOrEqual(width)
        }
      },
    ),
  )
})

const UNIFIED = [
  'diff --git a/x.ts b/x.ts',
  '--- a/x.ts',
  '+++ b/x.ts',
  '@@ -1,3 +1,3 @@ function',
  ' one',
  '--- two',
  '+++ three',
  ' ',
  '--- a/gone.md',
  '+++ /dev/null',
  '@@ -1 +0,0 @@',
  '-bye',
  '\\ No newline at end of file',
].join('\n')

test('a unified diff is read by the numbers in its heads, not by what its lines look like', () => {
  expect(parseDiff(UNIFIED, 'p')).toEqual([
    { path: 'x.ts', hunks: [{ oldStart: 1, newStart: 1, lines: [' one', '--- two', '+++ three', ' '] }] },
    {
      path: 'gone.md',
      hunks: [{ oldStart: 1, newStart: 0, lines: ['-bye', '\\ No newline at end of file'] }],
    },
  ])
  expect(parseDiff('@@ -5,2 +5,1 @@\n a\n-b\n', 'p')).toEqual([
    { path: 'p', hunks: [{ oldStart: 5, newStart: 5, lines: [' a', '-b'] }] },
  ])
  expect(bare(renderDiff({ path: 'p', text: UNIFIED }, look)).filter(line => /\d$/.test(line))).toEqual([
    'x.ts  +1 −1',
    'gone.md  +0 −1',
  ])
})

test.each<[string, string, string, readonly string[] | undefined]>([
  ['one word', 'let b = 1', 'let b = 2', ['1', '2']],
  ['neighbouring words', 'return a + b', 'return foo bar + b', ['a', 'foo bar']],
  ['nothing alike', 'let b', 'import x from y', undefined],
  ['only blanks', 'a b', 'a  b', [' ', '  ']],
])('%s', (_, before, after, expected) => {
  const words = changedWords(before, after)
  const cut = (text: string, ranges: readonly { from: number; to: number }[] = []) =>
    ranges.map(({ from, to }) => text.slice(from, to)).join('|')
  expect(words && [cut(before, words.before), cut(after, words.after)]).toEqual(expected)
})

test('comparing keeps a common part and tells the rest', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
  fc.assert(
    fc.property(list, list, (before, after) => {
      const { removed, added } = compare(before, after)
      const kept = (all: readonly string[], gone: readonly boolean[]) => all.filter((_, at) => !gone[at])
      expect(kept(before, removed)).toEqual(kept(after, added))
      if (before.length > 0 && before.join() === after.join()) expect(removed).not.toContain(true)
    }),
  )
})

test('hunks of an edit have three lines around them and numbers that fit', () => {
  const before = Array.from({ length: 30 }, (_, at) => `l${at + 1}`).join('\n')
  const after = before.replace('l5\n', 'L5\n').replace('l25\n', '').replace('l27', 'l27\nnew')
  expect(editHunks(before, after)).toEqual([
    { oldStart: 2, newStart: 2, lines: [' l2', ' l3', ' l4', '-l5', '+L5', ' l6', ' l7', ' l8'] },
    {
      oldStart: 22,
      newStart: 22,
      lines: [' l22', ' l23', ' l24', '-l25', ' l26', ' l27', '+new', ' l28', ' l29', ' l30'],
    },
  ])
  expect(editHunks('', 'a\nb\n', 10)).toEqual([{ oldStart: 10, newStart: 10, lines: ['+a', '+b'] }])
  expect(editHunks('a', 'a')).toEqual([])
})

test('hunks applied to the old text give the new one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const made: string[] = [...before]
      let shift = 0
      for (const { oldStart, newStart, lines } of editHunks(before.join('\n'), after.join('\n'))) {
        expect(newStart).toBe(oldStart + shift)
        const old = lines.filter(line => line[0] !== '+').map(line => line.slice(1))
        const now = lines.filter(line => line[0] !== '-').map(line => line.slice(1))
        expect(made.splice(newStart - 1, old.length, ...now)).toEqual(old)
        shift += now.length - old.length
      }
      expect(made).toEqual(after)
    }),
  )
})

test.each([undefined, 'text', { lines: [] }, [4, null, { lines: 'x' }]])('%j has no hunks', value => {
  expect(readHunks(value)).toEqual([])
})

test('changes are counted', () => {
  expect(countChanges(readHunks([{ oldStart: 1, newStart: 1, lines: ['+a', '-b', '+c', ' d', 5] }]))).toEqual(
    {
      added: 2,
      removed: 1,
    },
  )
})
