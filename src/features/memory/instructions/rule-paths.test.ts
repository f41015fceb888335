import { expect, test } from 'vitest'
import { readRulePaths } from './rule-paths.ts'

const withPaths = (paths: string): string => `---\ndescription: x\n${paths}\nother: y\n---\nbody\n`

test.each<[string, string, readonly string[]]>([
  ['one glob', 'paths: src/**/*.ts', ['src/**/*.ts']],
  ['a glob that begins with stars, unquoted', 'paths: **/*.ts', ['**/*.ts']],
  ['globs with commas', 'paths: a/**, "b c.ts" , d.{ts,js}', ['a/**', 'b c.ts', 'd.{ts,js}']],
  ['one quoted text with commas', 'paths: "a.ts, b.ts"', ['a.ts', 'b.ts']],
  ['a list in brackets', `paths: [a.ts, 'it''s.ts', "{b,c}.ts"]`, ['a.ts', "it's.ts", '{b,c}.ts']],
  ['a list in brackets over lines', 'paths: [\n  a.ts,\n  b.ts\n]', ['a.ts', 'b.ts']],
  ['a list of lines', 'paths:\n  - a.ts\n  - "b.ts"  # why\n\n  - **/*.md', ['a.ts', 'b.ts', '**/*.md']],
  ['a list that is not indented', 'paths:\n- a.ts\n- b.ts', ['a.ts', 'b.ts']],
  ['a class that looks like a list', 'paths: [ab].ts', ['[ab].ts']],
  ['a quoted key', '"paths": a.ts', ['a.ts']],
  ['a sign that is no comment', 'paths: a#b.ts', ['a#b.ts']],
])('%s is read', (_, paths, patterns) => {
  expect(readRulePaths(withPaths(paths))).toEqual({ kind: 'paths', body: 'body\n', patterns })
})

test.each([
  ['no frontmatter', 'body\n'],
  ['an empty frontmatter', '---\n---\nbody\n'],
  ['no paths', '---\ndescription: paths: x\n---\nbody\n'],
  ['an empty list', withPaths('paths: []')],
  ['nothing behind the key', withPaths('paths:')],
  ['everything', withPaths('paths: "**/*"')],
])('%s means always', (_, text) => {
  expect(readRulePaths(text)).toEqual({ kind: 'always', body: 'body\n' })
})

test.each([
  ['an open quote', 'paths: "a.ts'],
  ['a map', 'paths:\n  a: b'],
  ['a block text', 'paths: |\n  a.ts'],
  ['an open quote in a list', "paths:\n  - 'a.ts"],
])('%s cannot be read', (_, paths) => {
  expect(readRulePaths(withPaths(paths)).kind).toBe('unreadable')
})

test('a frontmatter that is not closed is text', () => {
  expect(readRulePaths('---\npaths: a\nbody')).toEqual({ kind: 'always', body: '---\npaths: a\nbody' })
})

test('a frontmatter without end is not gone through', () => {
  expect(readRulePaths(withPaths(`paths: ${"'".repeat(100_000)}`)).kind).toBe('unreadable')
})
