import { expect, test } from 'vitest'
import { compileCommandRules, findHitting } from './match-shell.ts'
import type { ParsedRule } from './rules.ts'
import { matchWildcard } from './wildcard.ts'

const rule = (spec: string): ParsedRule => ({
  rule: { text: `Bash(${spec})`, behavior: 'deny', source: 'user', anchor: '/' },
  tool: 'Bash',
  spec,
})
const SPECS = [
  ...[
    'rm:*',
    'git push *',
    'npm run *',
    'curl',
    '*secrets*',
    'a.c x',
    'a (b) *',
    'x * y * z',
    '* --force:*',
    'p$ q',
  ],
]
const LINES = [
  ...[
    'rm',
    'rm a',
    'rmdir a',
    'git push',
    'git pushx',
    'git push -f',
    'npm run x',
    'curl',
    'curl x',
    'cat secrets/a',
  ],
  ...[
    'abc x',
    'a.c x',
    'a (b)',
    'a (b) c',
    'x 1 y 2 z',
    'x y z',
    'git --force',
    'git --force x',
    'p$ q',
    'ls',
  ],
]

test('many rules together hit what the first of them hits alone', () => {
  const together = compileCommandRules(SPECS.map(rule))
  for (const line of LINES) {
    const alone = SPECS.find(spec => findHitting(compileCommandRules([rule(spec)]), [line]))
    expect(findHitting(together, [line])?.spec, line).toBe(alone)
  }
})

test('a rule without any text of its own is compared with every line', () => {
  const { mayMatch } = compileCommandRules([...SPECS, '* *'].map(rule))
  expect(mayMatch('whatever it is')).toBe(true)
})

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
])('the pattern %s and the text %s: %s', (pattern, text, expected) => {
  expect(matchWildcard(pattern, text)).toBe(expected)
})
