import { expect, test } from 'vitest'
import { carefulPrompt, quickPrompt } from './prompts.ts'
import { reviewRules } from './rules.ts'

test('a list of the person replaces the built-in one, and $defaults puts it back in its place', () => {
  const usual = reviewRules()
  expect(reviewRules({})).toEqual(usual)
  const own = reviewRules({ allow: ['mine'], hard_deny: ['first', '$defaults', 'last'], soft_deny: [] })
  expect(own).toEqual({
    environment: usual.environment,
    allow: ['mine'],
    soft_deny: [],
    hard_deny: ['first', ...usual.hard_deny, 'last'],
  })
})

test('both prompts hold every line and every working directory, and begin with the same text', () => {
  const rules = reviewRules({ environment: ['Our registry is npm.example.org'] })
  const [quick, careful] = [quickPrompt(rules, ['/w', '/x']), carefulPrompt(rules, ['/w', '/x'])]
  for (const line of [...Object.values(rules).flat(), 'Working directory: /w', 'Working directory: /x'])
    expect([quick.includes(line), careful.includes(line)]).toEqual([true, true])
  const end = quick.indexOf('Answer with one word')
  expect(careful.slice(0, end)).toBe(quick.slice(0, end))
})
