import { expect, test } from 'vitest'
import { toRegExp } from './rust-regexp.ts'

const matches = (pattern: string, text: string, more = {}) =>
  [...text.matchAll(toRegExp(pattern, { ignoreCase: false, multiline: false, ...more }))].map(
    match => match[0],
  )

test.each([
  ['a.c', 'abc a\rc', ['abc', 'a\rc']],
  ['^a$', 'a', ['a']],
  ['\\w+', 'naïve_1 x', ['naïve_1', 'x']],
  ['\\d', '٣', ['٣']],
  ['\\bé\\b', 'é éa', ['é']],
  ['\\<foo\\>', 'foo food', ['foo']],
  ['[[:alpha:]]+', 'abc1é', ['abc']],
  ['[a-z&&[^aeiou]]+', 'abcde', ['bcd']],
  ['[a-z--b]+', 'abc', ['a', 'c']],
  ['[]x]+', 'x]', ['x]']],
  ['[^]x]', ']a', ['a']],
  ['[-a]+', 'a-b', ['a-']],
  ['(?P<name>a)(?<other>b)', 'ab', ['ab']],
  ['(?i)Foo', 'FOO', ['FOO']],
  ['a{2}', 'aaa', ['aa']],
  ['a{ 1 , 2 }', 'aaa', ['aa', 'a']],
  ['a+{2}', 'aaa', ['aaa']],
  ['\\x41\\x{42}\\u0043\\U00000044', 'ABCD', ['ABCD']],
  ['\\p{Greek}+\\P{L}', 'αβ1', ['αβ1']],
  ['foo\\(\\)/x-y', 'foo()/x-y', ['foo()/x-y']],
  ['}]', '}]', ['}]']],
  ['a||b', 'b', ['', '']],
])('%s in %j matches %j', (pattern, text, expected) => {
  expect(matches(pattern, text)).toEqual(expected)
})

test('across lines, anchors speak of lines and the dot of everything', () => {
  expect(matches('^b.c$', 'a\nb\nc\nd', { multiline: true })).toEqual(['b\nc'])
  expect(matches('a\\nb', 'a\nb', { multiline: true })).toEqual(['a\nb'])
})

test.each([
  ['(', /a group without its closing parenthesis/],
  [')', /a closing parenthesis without its opening/],
  ['[a', /a class without its closing bracket/],
  ['foo{', /a brace that does not hold a number/],
  ['*a', /\* with nothing in front/],
  ['(?=a)', /look-around/],
  ['(a)\\1', /\\1 is not supported/],
  ['\\Aa', /\\A is not supported/],
  ['a\\', /a backslash at the end/],
  ['a\\nb', /the end of a line without multiline/],
  ['a{5000}', /more than 1000 repetitions/],
  ['a{2,1}', /bounds are not in order/],
  ['[z-a]', /a range whose ends are not in order/],
  ['\\p{Nonsense}', /the property Nonsense/],
  ['\\x{110000}', /the character 110000/],
  ['[a~~b]', /the operator ~~/],
  ['('.repeat(500), /groups this deep/],
  ['['.repeat(500), /classes this deep/],
])('%s is refused with a reason', (pattern, reason) => {
  expect(() => matches(pattern, '')).toThrow(reason)
})
