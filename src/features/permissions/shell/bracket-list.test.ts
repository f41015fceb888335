import { expect, test } from 'vitest'
import { endOfPattern } from './bracket-list.ts'

test.each([
  ['abc/rest', 3],
  ['a\\/b/rest', 4],
  ['\\\\/rest', 2],
  ['[a-z]/rest', 5],
  ['[^]a]/rest', 5],
  ['[]a]/rest', 4],
  ['[[:alpha:]_]/rest', 12],
  ['[[.a.][=b=]]/rest', 12],
  ['[\\/]/rest', 4],
  ['[^\\]]/rest', 5],
  ['\\[/rest', 2],
  ['a]/rest', 2],
  ['/rest', 0],
])('%j ends at %i for everybody', (text, end) => {
  expect(endOfPattern(text, 0, '/')).toBe(end)
})

test.each([
  '[/]/',
  '[]/]/',
  '[^]/]/',
  '[[:alpha:]/]/',
  '[[.a.]/]/',
  '[[=a=]/]/',
  '[[:a/]/',
  '[\\]/]/',
  '[/',
  'a[b/',
  'abc',
  'a\nb/',
  'a\\\nb/',
  'a\\',
])('where %j ends is in doubt', text => {
  expect(endOfPattern(text, 0, '/')).toBeUndefined()
})
