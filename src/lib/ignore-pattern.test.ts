import fc from 'fast-check'
import ignore from 'ignore'
import { expect, test } from 'vitest'
import { sampleSize } from '../../test/support/sample-size.ts'
import { compileIgnorePattern } from './ignore-pattern.ts'

const matches = (pattern: string, path: string, ignoreCase = false): boolean => {
  const compiled = compileIgnorePattern(pattern, { ignoreCase })
  return path.endsWith('/')
    ? compiled.matches(path.slice(0, -1), 'directory')
    : compiled.matches(path, 'file')
}

test.each([
  ['a', 'x/a/b', true],
  ['a/', 'a', false],
  ['a/', 'a/', true],
  ['a/', 'a/b', true],
  ['/a', 'x/a', false],
  ['a/**', 'a', false],
  ['a/**', 'a/b/c', true],
  ['a/**/', 'a/b', false],
  ['a/**/', 'a/b/', true],
  ['**/a/**/b', 'a/b', true],
  ['**/a/**/b', 'x/a/y/z/b/in', true],
  ['**', 'a', true],
  ['/**', 'a', true],
  ['a**b', 'a/b', false],
  ['[!a]c', 'bc', true],
  ['[]a]', ']', true],
  ['[a-c]x', 'bx', true],
  ['[[:digit:]]', '7', true],
  ['[a', '[a', false],
  ['x[a/b]', 'xa', true],
  ['x[a/b]', 'y/xa', false],
  ['x[a/b]c', 'x/c', false],
  ['a\\*', 'a*', true],
  ['a\\*', 'ab', false],
  ['a\\', 'a\\', false],
  ['a\\/b', 'a/b', true],
  ['?', '\u{1f600}', true],
  ['', 'a', false],
  ['/', 'a', false],
])('%j on %j: %s', (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected)
})

test('letters are compared without their case where volumes do', () => {
  const pairs: [string, string][] = [
    ['A.md', 'x/a.MD'],
    ['[[:upper:]]', 'a'],
    ['k', '\u212a'],
  ]
  for (const [pattern, path] of pairs)
    expect([matches(pattern, path, true), matches(pattern, path)]).toEqual([true, false])
})

const piece = fc.constantFrom(
  'a',
  'b',
  '*',
  '**',
  '?',
  '/',
  '/',
  '.',
  '[ab]',
  '[!a]',
  'ab',
  '-',
  '\\*',
  '\\a',
)
const pattern = fc.array(piece, { minLength: 1, maxLength: 7 }).map(pieces => pieces.join(''))
const name = fc.constantFrom('a', 'b', 'ab', 'ba', '.a', 'a.b', '*', '-', 'aab')
const path = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([names, isDirectory]) => `${names.join('/')}${isDirectory ? '/' : ''}`)

test('patterns mean what they mean to others who read .gitignore', () => {
  fc.assert(
    fc.property(pattern, path, (pattern, path) => {
      // Two slashes in a row match no path; the others disagree about what is around them.
      fc.pre(!pattern.includes('//') && !pattern.startsWith('!') && !pattern.startsWith('#'))
      // A run of stars beside other characters is read differently by everyone.
      fc.pre(!/\*{3}/.test(pattern) && !/[^/*]\*\*|\*\*[^/*]/.test(pattern))
      expect(matches(pattern, path)).toBe(ignore({ ignorecase: false }).add(pattern).ignores(path))
    }),
    { numRuns: sampleSize({ usual: 1000, full: 12000 }) },
  )
})

test.each([
  ['stars between names', `${'**/a/'.repeat(20)}c`, `${'a/'.repeat(60)}b`],
  ['stars in a name', `${'*a'.repeat(40)}*c`, `${'a'.repeat(200)}b`],
  ['many of both', `${'**/*a*/'.repeat(30)}c`, `${'aaaa/'.repeat(60)}b`],
  ['a long class', `[${'a-z'.repeat(300)}]${'*a'.repeat(30)}`, `${'a'.repeat(250)}b`],
  ['brackets that are never closed', '['.repeat(4_000), '['.repeat(250)],
  ['question marks', `${'*?'.repeat(60)}c`, 'a'.repeat(250)],
  ['directories above directories', `${'**/'.repeat(200)}${'a*/**/'.repeat(40)}c`, `${'aa/'.repeat(100)}b`],
])('%s take steps in proportion to pattern times path', (_, pattern, path) => {
  let steps = 0
  const compiled = compileIgnorePattern(pattern, { ignoreCase: false, onStep: () => void steps++ })
  expect(compiled.matches(path, 'directory')).toBe(false)
  expect(steps).toBeLessThan(2 * pattern.length * path.length)
})
