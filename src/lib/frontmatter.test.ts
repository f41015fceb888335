import { expect, test } from 'vitest'
import { parseFields, splitFrontmatter } from './frontmatter.ts'

test.each([
  ['a head and a body', '---\na: 1\n---\nbody\n', { head: 'a: 1', body: 'body\n' }],
  ['line ends of another system', '---\r\na: 1\r\n---\r\nbody', { head: 'a: 1', body: 'body' }],
  ['an empty head', '---\n---\nbody', { head: '', body: 'body' }],
  ['no head', 'body', { head: '', body: 'body' }],
  ['a head that is not closed', '---\na: 1\nbody', { head: '', body: '---\na: 1\nbody' }],
  ['a mark of the encoding', '\ufeff---\na: 1\n---\nbody', { head: 'a: 1', body: 'body' }],
])('%s is taken apart', (_, text, parts) => {
  expect(splitFrontmatter(text)).toEqual(parts)
})

test.each<[string, string, unknown]>([
  ['a colon in a value', 'description: Use this: now', { description: 'Use this: now' }],
  ['stars without quotes', 'paths: **/*.ts', { paths: '**/*.ts' }],
  ['a list of stars', 'paths:\n  - **/*.ts\n  - a.md', { paths: ['**/*.ts', 'a.md'] }],
  ['several brackets', 'argument-hint: [a] [b]\nname: x', { 'argument-hint': '[a] [b]', name: 'x' }],
  [
    'what YAML reads as it is',
    'a: [x, y]\nb: true\nc: |\n  text: more\n',
    { a: ['x', 'y'], b: true, c: 'text: more\n' },
  ],
  ['words that mean something beside a colon', 'a: true\nb: x: y', { a: true, b: 'x: y' }],
  ['nothing', ' \n', {}],
  ['only a comment', '# later', {}],
])('%s is read', async (_, head, fields) => {
  expect(await parseFields(head)).toEqual({ fields })
})

test('what is no list of keys is not read', async () => {
  expect(await parseFields('- a\n- b')).toBeUndefined()
  expect(await parseFields('a: "open')).toBeUndefined()
})

test.each<[string, string, unknown]>([
  [
    'an example with colons at the left edge',
    'name: helper\ndescription: Use it: always.\n<example>\nContext: a test\nuser: "go"\n</example>\nmodel: opus',
    {
      name: 'helper',
      description: 'Use it: always.\n<example>\nContext: a test\nuser: "go"\n</example>',
      model: 'opus',
    },
  ],
  [
    'quotes in quotes',
    'name: a\ndescription: "Says "yes": always"\ntools: Read, Bash',
    { name: 'a', description: 'Says "yes": always', tools: 'Read, Bash' },
  ],
  [
    'tabs',
    'name: a\ndescription: b\ntools:\n\t- Read\n\t- Bash',
    { name: 'a', description: 'b', tools: ['Read', 'Bash'] },
  ],
  [
    'a quote that is never closed',
    "description: 'It's: here\nallowed-tools: Read\nother: @x, Bash",
    { description: "It's: here", 'allowed-tools': 'Read' },
  ],
  [
    'a text over lines with signs of YAML in it',
    'description: @team: do it\n  `now`: [x] {y\nname: z',
    { description: '@team: do it\n`now`: [x] {y', name: 'z' },
  ],
])('%s: what is no YAML is read line by line, and said to be', async (_, head, fields) => {
  expect(await parseFields(head)).toEqual({ fields, guessed: true })
})

test('a head that means two things is not read', async () => {
  expect(await parseFields('tools: Read\nname: "x" y: z\ntools: Bash')).toBeUndefined()
  expect(await parseFields('name: "x" y: z\ntools: Read,\nBash')).toBeUndefined()
})
