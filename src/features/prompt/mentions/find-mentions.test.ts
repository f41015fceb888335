import { expect, test } from 'vitest'
import { findMentions } from './find-mentions.ts'

test.each<[string, readonly object[]]>([
  ['look at @src/a.ts and @b.md', [{ path: 'src/a.ts' }, { path: 'b.md' }]],
  ['@src/a.ts#L10-20', [{ path: 'src/a.ts', lines: { from: 10, to: 20 } }]],
  ['@a#L7, @a#3-5 @a#L2-L4.', [7, 3, 2].map((from, n) => ({ path: 'a', lines: { from, to: [7, 5, 4][n] } }))],
  ['@a#L20-10', [{ path: 'a', lines: { from: 20, to: 20 } }]],
  ['in @src/ there is', [{ path: 'src/' }]],
  [
    '@"with blank.md" and @"b c"#L3-4',
    [{ path: 'with blank.md' }, { path: 'b c', lines: { from: 3, to: 4 } }],
  ],
  [
    'is it @a.ts? (@b.ts)',
    [
      { path: 'a.ts?', shorter: 'a.ts' },
      { path: 'b.ts)', shorter: 'b.ts' },
    ],
  ],
  ['看@a，「@b」', [{ path: 'b」', shorter: 'b' }]],
  ['twice @a and @a', [{ path: 'a' }]],
  ['@~/notes.md @../x @/etc/hosts', [{ path: '~/notes.md' }, { path: '../x' }, { path: '/etc/hosts' }]],
  ['me@example.com, a@b, @ alone, @@x, @"open', []],
  ['@a#section', [{ path: 'a#section' }]],
])('%j names files', (text, expected) => {
  expect(findMentions(text)).toEqual(expected)
})

test('a prompt names twenty files at most, and none of a name without end', () => {
  expect(findMentions(Array.from({ length: 30 }, (_, n) => `@f${n}`).join(' '))).toHaveLength(20)
  expect(findMentions(`@${'x'.repeat(2_000)}`)).toEqual([])
})
