import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutIndex, entriesOf, indexLine, repairIndex, withEntry, withoutEntry } from './index-text.ts'

test('a short index is loaded as it is', () => {
  expect(cutIndex('- [a](a.md)\n- [b](b.md)\n')).toBe('- [a](a.md)\n- [b](b.md)')
})

test('more than 200 lines are cut, and that is said', () => {
  const lines = Array.from({ length: 203 }, (_, at) => `- [n${at}](n${at}.md)`)
  const shown = cutIndex(lines.join('\n')).split('\n')
  expect(shown.slice(0, 200)).toEqual(lines.slice(0, 200))
  expect(shown.at(-1)).toContain('3 more lines are not shown')
})

test('more than 25 KB are cut between lines', () => {
  const line = `- [long](long.md) — ${'é'.repeat(500)}`
  const shown = cutIndex(Array(100).fill(line).join('\n'))
  const [kept = '', warning] = shown.split('\n\n')
  expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(25 * 1024)
  expect(new Set(kept.split('\n'))).toEqual(new Set([line]))
  expect(warning).toContain('WARNING')
})

test.each<[string, Parameters<typeof indexLine>, string]>([
  ['title and hook', ['a.md', { name: 'A', description: 'b' }], '- [A](a.md) — b'],
  ['the name of the file without a title', ['a_b.md', {}], '- [a_b](a_b.md)'],
  ['no brackets in a title', ['a.md', { name: '[x](y)' }], '- [x(y)](a.md)'],
])('a line has %s', (_, given, expected) => {
  expect(indexLine(...given)).toBe(expected)
})

test('a line is never longer than about 150 characters', () => {
  expect(
    indexLine('a.md', { name: 'n'.repeat(200), description: 'd'.repeat(500) }).length,
  ).toBeLessThanOrEqual(151)
})

test('an entry takes the place of the one it had, or comes last', () => {
  const text = '# Mine\n- [a](a.md)\n- [b](./b.md)\n'
  expect(withEntry(text, 'b.md', '- [B](b.md)')).toBe('# Mine\n- [a](a.md)\n- [B](b.md)\n')
  expect(withEntry(text, 'c.md', '- [c](c.md)')).toBe(`${text}- [c](c.md)\n`)
  expect(withEntry('', 'c.md', '- [c](c.md)')).toBe('- [c](c.md)\n')
  expect(withoutEntry(text, 'a.md')).toBe('# Mine\n- [b](./b.md)\n')
})

const describe = (file: string) => ({ name: file.toUpperCase() })

test.each<[string, string, readonly string[], string | undefined]>([
  ['nothing', '- [a](a.md)\n', ['a.md'], undefined],
  ['nothing when a person mentions a file in prose', 'See a.md for more.\n', ['a.md'], undefined],
  ['a file without a line', '', ['a.md'], '- [A.MD](a.md)\n'],
  ['nothing where a file is missing', '- [a](a.md)\n- [b](b.md)\n', ['b.md'], undefined],
  ['two lines for one file', '- [a](a.md)\n* [again](a.md)\n', ['a.md'], '- [a](a.md)\n'],
  [
    'only lines of the list',
    '# Notes\n- see [site](https://x.org/a.md)\n- [up](../x.md)\n- [gone](gone.md)\n- [gone](gone.md)\ntext\n- [a](a.md)\n- [a](a.md)\n',
    ['a.md'],
    '# Notes\n- see [site](https://x.org/a.md)\n- [up](../x.md)\n- [gone](gone.md)\n- [gone](gone.md)\ntext\n- [a](a.md)\n',
  ],
])('puts right %s', (_, text, names, expected) => {
  expect(repairIndex(text, names, describe)).toBe(expected)
})

test('what was put right once is right', () => {
  const name = fc.constantFrom('a.md', 'b.md', 'c.md', 'd.md')
  const line = fc.oneof(
    name.map(file => `- [x](${file})`),
    fc.constantFrom('# Heading', '', 'words', '- [link](https://example.org)'),
  )
  fc.assert(
    fc.property(fc.array(line), fc.uniqueArray(name), (lines, names) => {
      const text = lines.join('\n')
      const once = repairIndex(text, names, describe) ?? text
      expect(repairIndex(once, names, describe)).toBeUndefined()
      for (const file of names) expect(once).toContain(file)
    }),
  )
})

test('what the index says about files', () => {
  const text = '# Mine\n- [A b](a.md) — why\r\n* [](./b.md): more\n- [c](c.md)\n- [up](../x.md) — no\nprose'
  expect([...entriesOf(text)]).toEqual([
    ['a.md', { name: 'A b', description: 'why' }],
    ['b.md', { name: '', description: 'more' }],
    ['c.md', { name: 'c', description: '' }],
  ])
})
