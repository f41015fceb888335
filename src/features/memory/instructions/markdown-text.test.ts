import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMarkdown } from './markdown-text.ts'

test.each([
  ['a comment on lines of its own goes', 'a\n<!-- x\ny -->\nb', 'a\nb'],
  ['what follows it on the line stays', '<!-- x --> rest', ' rest'],
  ['a comment within a line stays', 'a <!-- x --> b', 'a <!-- x --> b'],
  ['a comment in fenced code stays', '```\n<!-- x -->\n```', '```\n<!-- x -->\n```'],
  ['a fence within a comment is part of it', '<!--\n```\n-->\nb\n<!-- c -->', 'b'],
  ['a comment that is never closed is text', '<!-- x\ny', '<!-- x\ny'],
  ['one that is closed by its own beginning is not', '<!-->\na', '<!-->\na'],
  ['line ends become line feeds', 'a\r\nb', 'a\nb'],
  [
    'an inner fence of another kind does not close',
    '~~~\n```\n<!-- a -->\n~~~\n<!-- b -->',
    '~~~\n```\n<!-- a -->\n~~~',
  ],
])('%s', (_, source, text) => {
  expect(readMarkdown(source).text).toBe(text)
})

test.each<[string, string, readonly string[]]>([
  ['at the start of a line', '@docs/a.md', ['docs/a.md']],
  ['within a sentence', 'See @README.md and\n- @./b.md', ['README.md', './b.md']],
  [
    'absolute and in the home directory',
    '@/etc/motd @~/me.md @../up.md',
    ['/etc/motd', '~/me.md', '../up.md'],
  ],
  ['with an escaped space', '@my\\ notes.md', ['my notes.md']],
  ['each once', '@a.md @a.md', ['a.md']],
  ['not in an address', 'me@example.org', []],
  ['not doubled', '@@a.md', []],
  ['not in a code span', 'Run `@a.md` or ``@b.md ` @c.md`` @d.md', ['d.md']],
  ['not in a code span over two lines', 'a `x\n@a.md\ny` @b.md', ['b.md']],
  ['behind a backtick that is never closed', 'a ` @a.md', ['a.md']],
  ['a blank line ends a code span', 'a ` b\n\n@a.md ` c', ['a.md']],
  ['not in fenced code', '```\n@a.md\n```\n@b.md\n~~~ts\n@c.md\n~~~', ['b.md']],
  ['not in comments', '<!-- @a.md -->\nx <!-- @b.md --> @c.md', ['c.md']],
  ['in letters of any script', '@説明.md', ['説明.md']],
])('an import is found %s', (_, source, imports) => {
  expect(readMarkdown(source).imports).toEqual(imports)
})

test('text without comments and carriage returns stays as it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('`', '``', '```', '~~~', '@a.md', ' ', '\n', 'x', '-->')),
      pieces => {
        const source = pieces.join('')
        expect(readMarkdown(source).text).toBe(source)
      },
    ),
  )
})

test.each([
  ['comments that are not closed', '<!--\n'.repeat(200_000)],
  ['comments in one line', '<!-- '.repeat(200_000)],
  ['backticks in runs of every length', Array.from({ length: 1_500 }, (_, n) => '`'.repeat(n + 1)).join(' ')],
  ['mentions', '@ '.repeat(300_000)],
])('%s take no more time than they are long', (_, source) => {
  expect(readMarkdown(source).imports).toEqual([])
})
