import { expect, test } from 'vitest'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { commandRule, kindRule, readPrefixRules, type Verdict, type WrittenRule } from './foreign-rules.ts'

const said = (written: WrittenRule): string | undefined =>
  written === undefined ? undefined : 'rule' in written ? written.rule : `left out: ${inEnglish(written.why)}`

test.each<[string, Verdict, string | undefined]>([
  ['git status', 'allow', 'Bash(git status)'],
  ['git push *', 'ask', 'Bash(git push *)'],
  ['npm run build:*', 'allow', 'Bash(npm run build *)'],
  ['git*', 'allow', 'Bash(git *)'],
  ['git*', 'deny', 'Bash(git*)'],
  ['rm -?f *', 'deny', 'Bash(rm -*f *)'],
  ['*', 'ask', undefined],
])('%s that is to %s is %s', (pattern, verdict, rule) => {
  expect(said(commandRule(pattern, verdict))).toBe(rule)
})

test.each([
  '*',
  '**',
  'bash *',
  '/bin/sh *',
  'sudo *',
  'python3 -c *',
  'npx *',
  'xargs *',
  'node -e *',
  'git * --force',
  'echo $(x)',
  'ls; rm *',
  'a && b',
  'x\nrm',
  '',
  '$CMD *',
])('no rule allows %j', pattern => {
  expect(said(commandRule(pattern, 'allow'))).toMatch(/^left out: /)
})

test.each<[string, Verdict, RegExp]>([
  ['*', 'deny', /denies everything else there; here it asks/],
  ['f() *', 'deny', /WARNING: what f\(\) \* forbids is not forbidden here/],
])('%s that is to %s is said to be left out', (pattern, verdict, why) => {
  expect(said(commandRule(pattern, verdict))).toMatch(why)
})

test.each<[Parameters<typeof kindRule>, string | undefined]>([
  [['write', undefined, 'deny'], 'Edit'],
  [['write', 'src/**', 'ask'], 'Edit(src/**)'],
  [['read', '.env', 'deny'], 'Read(.env)'],
  [['read', 'src/**', 'allow'], undefined],
])('%j is %s', (of, rule) => {
  expect(said(kindRule(...of))).toBe(rule)
})

test.each(['write', 'network', 'web-search', 'shell'] as const)(
  'nothing allows every call of kind %s',
  kind => {
    expect(said(kindRule(kind, undefined, 'allow'))).toMatch(/would allow more/)
  },
)

test('rules of Codex are calls with words, alternatives and a decision; the rest of the file means nothing', () => {
  const text = `
# prefix_rule(pattern = ["commented"], decision = "allow")
prefix_rule(
    pattern = ["gh", ["pr", 'issue'], "view"],  # any of "these"
    decision = "prompt",
    match = ["gh pr view 7", ["gh", "issue", "view"]],
)
prefix_rule(pattern=["rm"], decision="forbidden")
prefix_rule(pattern=["ls"])
prefix_rule(pattern=[NAME], decision="allow")
prefix_rule(pattern=["x"], decision="sometimes")
prefix_rule(pattern=["x"], decision="constructor")
prefix_rule(pattern=["torn"
`
  expect(readPrefixRules(text)).toEqual([
    { pattern: 'gh pr view *', verdict: 'ask' },
    { pattern: 'gh issue view *', verdict: 'ask' },
    { pattern: 'rm *', verdict: 'deny' },
    { pattern: 'ls *', verdict: 'allow' },
  ])
})
