import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitRules } from './read-value.ts'

test.each<[string, readonly string[]]>([
  ['', []],
  [' , ,', []],
  ['Read', ['Read']],
  ['Read,Write', ['Read', 'Write']],
  ['Read Write\tEdit\nGrep', ['Read', 'Write', 'Edit', 'Grep']],
  ['Bash(git log *),Read', ['Bash(git log *)', 'Read']],
  ['Bash(a, b (c, d) e) Read', ['Bash(a, b (c, d) e)', 'Read']],
  ['Bash(echo \\), x) Read', ['Bash(echo \\), x)', 'Read']],
  ['Bash(git log', ['Bash(git log']],
  ['Read), Write', ['Read)', 'Write']],
  ['mcp__a__*,Skill(pdf)', ['mcp__a__*', 'Skill(pdf)']],
])('%j has these rules', (text, rules) => {
  expect(splitRules(text)).toEqual(rules)
})

test('joined rules come apart as they were', () => {
  const rule = fc.stringMatching(/^[A-Z][a-z]{0,6}(\([a-z ,*]{0,8}\))?$/)
  fc.assert(
    fc.property(fc.array(rule), fc.constantFrom(',', ' ', ', '), (rules, separator) => {
      expect(splitRules(rules.join(separator))).toEqual(rules)
    }),
  )
})
