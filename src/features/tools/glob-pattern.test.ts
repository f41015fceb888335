import { expect, test } from 'vitest'
import { globToRegExp, splitGlob } from './glob-pattern.ts'

test.each([
  ['*.ts', ['a.ts', '.ts'], ['a/b.ts', 'a.tsx']],
  ['**/*.ts', ['a.ts', 'a/b.ts', 'a/b/c.ts'], ['a.js']],
  ['a/**', ['a', 'a/b', 'a/b/c'], ['ab', 'b/a']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb']],
  ['?.c', ['a.c'], ['ab.c', '/.c']],
  ['[ab].c', ['a.c', 'b.c'], ['c.c']],
  ['[!ab].c', ['c.c'], ['a.c', '/.c']],
  ['*.{ts,js{,x}}', ['a.ts', 'a.js', 'a.jsx'], ['a.tsx']],
  ['{a', ['{a'], ['a']],
  ['a,b', ['a,b'], ['a', 'b']],
  ['a.b+(c)', ['a.b+(c)'], ['aXb+(c)', 'a.bb(c)']],
  ['\\*', ['*'], ['a']],
  ['[z-a]', ['[z-a]'], ['z']],
])('%s', (glob, matching, others) => {
  const regExp = globToRegExp(glob)
  expect([matching.filter(path => !regExp.test(path)), others.filter(path => regExp.test(path))]).toEqual([
    [],
    [],
  ])
})

test.each([
  ['**/*.ts', { directory: '/w', rest: '**/*.ts' }],
  ['src/*.ts', { directory: '/w/src', rest: '*.ts' }],
  ['src/a.ts', { directory: '/w/src', rest: 'a.ts' }],
  ['/x/y/*', { directory: '/x/y', rest: '*' }],
  ['/*', { directory: '/', rest: '*' }],
  ['../../../../*', { directory: '/', rest: '*' }],
])('%s splits into directory and rest', (glob, parts) => {
  expect(splitGlob(glob, '/w')).toEqual(parts)
})
