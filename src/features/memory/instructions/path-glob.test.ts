import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileGlobs, GlobError } from './path-glob.ts'

const matches = (pattern: string, path: string, caseSensitive = true): boolean =>
  compileGlobs([pattern], { caseSensitive }).matches(path)

test.each([
  ['**/*.ts', 'a.ts', true],
  ['**/*.ts', 'a/b/c.ts', true],
  ['**/*.ts', 'a/b/c.tsx', false],
  ['*.md', 'README.md', true],
  ['*.md', 'docs/README.md', false],
  ['src/**/*', 'src/a/b', true],
  ['src/**/*', 'src', false],
  ['src/**', 'src/a/b', true],
  ['src/**/test/*.ts', 'src/test/a.ts', true],
  ['src/**/test/*.ts', 'src/x/y/test/a.ts', true],
  ['src/', 'src/a/b.ts', true],
  ['src/api', 'src/api/b.ts', true],
  ['src/api', 'src/api', true],
  ['src/api', 'src/apis', false],
  ['./src/*.ts', 'src/a.ts', true],
  ['src/*.{ts,tsx}', 'src/a.tsx', true],
  ['{src,lib}/**/*.{ts,js}', 'lib/x/a.js', true],
  ['a{b,{c,d}}e', 'ade', true],
  ['a{b}c', 'a{b}c', true],
  ['a{b,c', 'a{b,c', true],
  ['a\\{b,c}', 'a{b,c}', true],
  ['?.ts', 'é.ts', true],
  ['?.ts', '💡.ts', true],
  ['?.ts', 'ab.ts', false],
  ['[a-c].ts', 'b.ts', true],
  ['[!a-c].ts', 'b.ts', false],
  ['[^a-c].ts', 'd.ts', true],
  ['[z-a].ts', 'z.ts', false],
  ['[]].ts', '].ts', true],
  ['a\\*b', 'a*b', true],
  ['a\\*b', 'axb', false],
  ['*', '.hidden', true],
  ['a*b*c', 'aXbYbZc', true],
  ['a.ts', 'A.ts', false],
])('%s on %s: %s', (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected)
})

test('case is ignored where the volume ignores it', () => {
  expect(matches('SRC/[A-C]*.ts', 'src/b.TS', false)).toBe(true)
})

test('braces that stand for too many patterns are refused', () => {
  expect(() => compileGlobs(['{a,b}'.repeat(10)], { caseSensitive: true })).toThrow(GlobError)
  expect(compileGlobs(['{a,b}'.repeat(8)], { caseSensitive: true }).matches('abababab')).toBe(true)
})

test('a pattern without end is refused', () => {
  expect(() => compileGlobs(['a'.repeat(1_001)], { caseSensitive: true })).toThrow(GlobError)
})

test.each(['*a'.repeat(400), '**/'.repeat(300), '?*'.repeat(400)])('a hostile pattern ends', pattern => {
  expect(typeof matches(`${pattern}b`, `${'a'.repeat(2_000)}/${'a/'.repeat(1_000)}`)).toBe('boolean')
})

test('a path matches itself when nothing in it is special', () => {
  const name = fc.stringMatching(/^[a-z0-9_.-]{1,8}$/)
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), names => {
      const path = names.join('/')
      fc.pre(!path.startsWith('./'))
      expect(matches(path, path)).toBe(true)
      expect(matches(`**/${names.at(-1)}`, path)).toBe(true)
    }),
  )
})

test('any text is a pattern or is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{},[]!^*?\\/a-') }), fc.string(), (pattern, path) => {
      try {
        expect(typeof matches(pattern, path)).toBe('boolean')
      } catch (error) {
        expect(error).toBeInstanceOf(GlobError)
      }
    }),
  )
})
