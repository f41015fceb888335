import { expect, test } from 'vitest'
import type { Access } from '../../../protocol/access.ts'
import type { Behavior } from '../../../protocol/permission.ts'
import { coversWholeTool, matchesAgent, matchesSkill } from './match-tool.ts'
import { parseRules } from './rules.ts'

const READ: Access = { kind: 'read', path: '/w/a' }
const SEARCH: Access = { kind: 'search', path: '/w' }
const WRITE: Access = { kind: 'write', path: '/w/a' }
const SHELL: Access = { kind: 'shell', command: 'ls' }
const NETWORK: Access = { kind: 'network', url: 'https://a.example' }

/** The names of rules that cover a call of a tool nobody has heard of. */
const covering = (behavior: Behavior, accesses: readonly Access[]): readonly string[] =>
  ['Read', 'Edit', 'Bash', 'WebFetch', 'Agent', 'Grep', 'Write', 'Monitor'].filter(text =>
    parseRules([{ text, behavior, source: 'user', anchor: '/' }])[behavior].some(rule =>
      coversWholeTool(rule, { toolName: 'NewTool', accesses }),
    ),
  )

test.each<[string, readonly Access[], readonly string[], readonly string[]]>([
  ['reads', [READ], ['Read'], ['Read']],
  ['searches', [SEARCH], ['Read'], ['Read']],
  ['reads and searches', [READ, SEARCH], ['Read'], ['Read']],
  ['writes', [WRITE], ['Edit'], ['Edit']],
  ['runs a command', [SHELL], ['Bash'], ['Bash']],
  ['reads and writes', [READ, WRITE], [], ['Read', 'Edit']],
  ['runs a command and fetches', [SHELL, NETWORK], [], ['Bash']],
  ['fetches', [NETWORK], [], []],
  ['does nothing that is known', [], [], []],
])('a new tool that %s is covered by what it does, not by its name', (_, accesses, granting, restricting) => {
  expect(covering('allow', accesses)).toEqual(granting)
  expect(covering('deny', accesses)).toEqual(restricting)
  expect(covering('ask', accesses)).toEqual(restricting)
})

test.each(['Skill(fmt:tidy)', 'Skill(fmt:*)', 'Skill(fmt@acme:tidy)'])(
  'of two plugins of one name, %s restricts both by the bare name and grants only the one it names',
  text => {
    const [name, args] = ['fmt@acme:tidy', '']
    const matches = (behavior: Behavior): boolean =>
      parseRules([{ text, behavior, source: 'user', anchor: '/' }])[behavior].some(rule =>
        matchesSkill(rule, { kind: 'skill', name, args }),
      )
    expect([matches('deny'), matches('ask'), matches('allow')]).toEqual([true, true, text.includes('@')])
  },
)

test('so does a rule for an agent', () => {
  const matches = (text: string, behavior: Behavior): boolean =>
    parseRules([{ text, behavior, source: 'user', anchor: '/' }])[behavior].some(rule =>
      matchesAgent(rule, 'fmt@acme:reviewer'),
    )
  expect([matches('Agent(fmt:reviewer)', 'deny'), matches('Agent(fmt:reviewer)', 'allow')]).toEqual([
    true,
    false,
  ])
  expect(matches('Agent(fmt@acme:reviewer)', 'allow')).toBe(true)
  expect(matches('Agent(fmt@other:reviewer)', 'deny')).toBe(false)
})
