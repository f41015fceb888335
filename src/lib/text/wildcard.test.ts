import { expect, test } from 'vitest'
import { matchWildcard } from './wildcard.ts'

test.each<[string, string, boolean]>([
  ['a', 'a', true],
  ['a', 'ab', false],
  ['', '', true],
  ['*', '', true],
  ['a*', 'a', true],
  ['*a', 'ba', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*b*c', 'axbxc', true],
  ['a*b*c', 'acb', false],
  ['*ab*ab*', 'abab', true],
  ['*ab*ab*', 'aab', false],
  ['ab*ba', 'aba', false],
  ['a*b*b', 'ab', false],
  ['a**b', 'ab', true],
  ['', 'a', false],
  ['a.b', 'axb', false],
  ['(a|b)+*', '(a|b)+c', true],
  ['a?', 'ab', false],
  ['a\\*', 'a\\b', true],
  ['a*c', 'a\nb\nc', true],
  ['A*', 'ab', false],
  ['https://*.example.com/*', 'https://x.example.com/mcp', true],
  ['https://*.example.com/*', 'https://example.com/mcp', false],
  ['mcp__a__*', 'mcp__a__find', true],
  ['mcp__a__*', 'mcp__ab__find', false],
  ['svn-remote.*.url', 'svn-remote.a.b.url', true],
  ['svn-remote.*.url', 'svn-remote.url', false],
])('the pattern %s and the text %s: %s', (pattern, text, expected) => {
  expect(matchWildcard(pattern, text)).toBe(expected)
})
