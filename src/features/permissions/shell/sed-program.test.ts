import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHarmlessSed } from './sed-program.ts'

test.each([
  'p',
  '',
  '1,5p',
  '$!d',
  '/a/,/b/{p;d}',
  's/a/b/',
  's|a/b|c|gI2',
  's/[a-z]*/x/',
  's/\\//x/',
  '2q',
  'y/abc/xyz/',
  ':a;N;$!ba;s/\\n/ /g',
  '1~2p',
  '/x/,+3p',
  'n;d',
  '=',
  '\\|/api/|p',
  '/a/{s/x/y/;ba}',
  's/a/b\\\nc/',
  's/[^]]*$/x/',
])('%j only prints', script => {
  expect(isHarmlessSed(script)).toBe(true)
})

test.each([
  'w out',
  'W out',
  'r in',
  'R in',
  'e',
  'e date',
  '1e',
  's/a/b/e',
  's/a/b/w out',
  's/a/b/pw out',
  's/a/b/;w out',
  '/a/w out',
  '/[/]/w out',
  's/[/]/x/w out/',
  '1,/a/w out',
  '{w out\n}',
  'p}w out',
  '}',
  '{p',
  's/a/b',
  's/a\n/b/',
  'a text',
  'i\\\ntext',
  '# comment',
  '\\xaxw out',
  ':a b;w out',
  'b a w out',
  's\na\nb\nw out',
  'sabab',
  'y/a/b/w out',
  'M',
  'v',
  's/[[:alpha:]/]/p;s_a/w out_b_',
  's/[]/]/p;s_a/w out_b_',
  's/[[.a.]/]/x/',
  '/[[=a=]/]/p',
  ':a;s/x/y\\\nw out/',
  '$!b;s,x,y\\\ne date,',
  's/a\\\nb/c/',
  'y/a\\\n/bc/',
  's/a/b/ w out',
  'y/[!/:]]/;y!a/!w !',
  'p\u0001',
])('%j may do more, or is in doubt', script => {
  expect(isHarmlessSed(script)).toBe(false)
})

test('a script of many bytes is in doubt: some programs cut a long line in two', () => {
  expect(isHarmlessSed(`s/${'a'.repeat(900)}/b/`)).toBe(true)
  expect(isHarmlessSed(`s/${'é'.repeat(900)}/b/`)).toBe(false)
})

test('a script too long to be read in time is in doubt', () => {
  expect(isHarmlessSed('p;'.repeat(500))).toBe(true)
  expect(isHarmlessSed('p;'.repeat(501))).toBe(false)
})

test('a script with a writing command behind a harmless one is never harmless', () => {
  const harmless = fc.constantFrom('p', 's/a/b/', '1,3d', '/x/p', 'y/a/b/', 'n', '$!N', ':a', 'ba')
  const writing = fc.constantFrom('w out', 'e date', 'r x', '1W out', '/x/R y', 's/a/b/e', 's/a/b/w o', '$!e')
  fc.assert(
    fc.property(fc.array(harmless), writing, fc.constantFrom(';', '\n', ' ; '), (before, last, separator) => {
      expect(isHarmlessSed([...before, last].join(separator))).toBe(false)
    }),
  )
})
