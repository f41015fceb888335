import { expect, test } from 'vitest'
import type { Behavior, Rule } from '../../../protocol/permission.ts'
import { isBlanket, parseRule, parseRules } from './rules.ts'

const rule = (text: string, behavior: Behavior = 'allow'): Rule => ({
  text,
  behavior,
  source: 'user',
  anchor: '/a',
})
const parse = (text: string, behavior?: Behavior): string => {
  const parsed = parseRule(rule(text, behavior))
  return 'problem' in parsed ? parsed.problem.text : `${parsed.tool} ${parsed.spec ?? '(all)'}`
}

test.each<[string, string, Behavior?]>([
  ['Bash', 'Bash (all)'],
  ['Bash(*)', 'Bash (all)'],
  [' Bash( npm ci ) ', 'Bash npm ci'],
  ['Bash(echo (x))', 'Bash echo (x)'],
  ['Read(//etc/**)', 'Read //etc/**'],
  ['mcp__server__*', 'mcp__server__* (all)'],
  ['mcp__a_b__get*', 'mcp__a_b__get* (all)'],
  ['mcp__*', 'mcp__* (all)', 'deny'],
  ['*', '* (all)', 'ask'],
  ['mcp__*', 'an allow rule takes a wildcard in the tool name only after mcp__server__'],
  ['*', 'an allow rule takes a wildcard in the tool name only after mcp__server__'],
  ['mcp__s*__x', 'an allow rule takes a wildcard in the tool name only after mcp__server__'],
  ['', 'the tool name is not valid'],
  ['Bash(npm', 'the closing parenthesis is missing'],
  ['Bash(npm) x', 'the closing parenthesis is missing'],
  ['Bash()', 'there is nothing between the parentheses'],
  ['Ba sh', 'the tool name is not valid'],
  ['(x)', 'the tool name is not valid'],
  ['Read(!x)', 'a negated pattern is no rule'],
  ['Write(x)', 'paths are governed by Read(…) and Edit(…), not by Write(…)'],
  ['Bash(a\nb)', 'the specifier holds a line break or a NUL byte'],
])('%j is %s', (text, expected, behavior) => {
  expect(parse(text, behavior)).toBe(expected)
})

test('rules that do not parse are said and left out', () => {
  const set = parseRules([rule('Bash(x'), rule('Bash(y)'), rule('Read', 'deny')])
  expect({
    allow: set.allow.length,
    ask: set.ask.length,
    deny: set.deny.length,
    ignored: set.ignored.map(one => [one.rule.text, one.problem.id]),
  }).toEqual({
    allow: 1,
    ask: 0,
    deny: 1,
    ignored: [['Bash(x', 'permission_rules.unclosed']],
  })
})

test.each([
  ['Bash', true],
  ['Bash(*)', true],
  ['Bash(* x)', true],
  ['Bash(python:*)', true],
  ['Bash(python3.12 *)', true],
  ['Bash(sudo *)', true],
  ['Bash(python x.py)', false],
  ['Bash(npm:*)', false],
  ['Agent', true],
  ['Agent(Explore)', false],
  ['Read', false],
])('%s is blanket: %s', (text, expected) => {
  const parsed = parseRule(rule(text))
  expect(!('problem' in parsed) && isBlanket(parsed)).toBe(expected)
})
