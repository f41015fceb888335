import { expect, test } from 'vitest'
import type { Policy, Rule } from '../../../protocol/permission.ts'
import { findDirectoryRule } from './directory-rules.ts'

const rule = (text: string, behavior: Rule['behavior']): Rule =>
  ({ text, behavior, source: 'user', anchor: '/home/u' }) as Rule
const policy = (...rules: readonly Rule[]): Policy =>
  ({
    mode: 'default',
    rules,
    cwd: '/w',
    home: '/home/u',
    roots: ['/w'],
    caseSensitive: true,
  }) as unknown as Policy

test.each([
  ['Cd(//etc/**)', '/etc', 'deny'],
  ['Cd(//etc/**)', '/etc/ssl', 'deny'],
  ['Cd(~/secret)', '/home/u/secret', 'deny'],
  ['Cd(~/secret/**)', '/home/u/secrets', undefined],
  ['Cd', '/anywhere', 'deny'],
  ['Cd(sub)', '/w/sub', 'deny'],
  ['Read(//etc/**)', '/etc', undefined],
])('denied by %s: %s is %s', (text, path, behavior) => {
  expect(findDirectoryRule([path], policy(rule(text, 'deny')))?.behavior).toBe(behavior)
})

test('a denial goes before a question, an allowance is neither, and any name of the directory counts', () => {
  const all = policy(rule('Cd(//a/**)', 'ask'), rule('Cd(//real/**)', 'deny'), rule('Cd', 'allow'))
  expect(findDirectoryRule(['/a/x', '/real/x'], all)).toEqual({ behavior: 'deny', text: 'Cd(//real/**)' })
  expect(findDirectoryRule(['/a/x'], all)).toEqual({ behavior: 'ask', text: 'Cd(//a/**)' })
  expect(findDirectoryRule(['/b'], all)).toBeUndefined()
})
