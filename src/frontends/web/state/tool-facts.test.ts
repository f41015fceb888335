import { expect, test } from 'vitest'
import { presented } from '../../../../test/support/presented.ts'
import { en } from '../text/en.ts'
import type { ToolRow } from './row.ts'
import { agentReport, factsOf, opensBy } from './tool-facts.ts'

const row = (more: Partial<ToolRow>): ToolRow =>
  presented<ToolRow>({
    kind: 'tool',
    id: 't',
    name: 'Bash',
    input: { command: 'ls' },
    state: 'done',
    result: 'a\nb',
    ...more,
  })
const opens = (more: Partial<ToolRow>): string => opensBy(row(more), factsOf(row(more), en, '/w'))
const completed = { status: 'completed', content: [{ type: 'text', text: 'Found it.' }] }

test.each([
  ['a command that failed', { state: 'failed' }, 'open'],
  ['any call that failed', { name: 'Read', state: 'failed' }, 'open'],
  ['what was declined', { state: 'denied' }, 'open'],
  ["an agent's answer", { name: 'Agent', output: completed }, 'open'],
  ['the same by its other name', { name: 'Task', output: completed }, 'open'],
  ['an agent in the background', { name: 'Agent', output: { status: 'async_launched' } }, 'closed'],
  ['a tool of a server that says it is one', { name: 'mcp__x__Agent', output: completed }, 'closed'],
  ['a command that went well', {}, 'closed'],
  ['one that runs', { state: 'running' }, 'closed'],
] as const)('%s is %o: %s', (_, more, first) => {
  expect(opens(more as Partial<ToolRow>)).toBe(first)
})

test('a skill is one line, as a person would call it; what it answered as an agent is open', () => {
  const skill = (output: object, more: object = {}): ToolRow =>
    row({ name: 'Skill', input: { skill: 'review', args: 'the\nlast commit', ...more }, output })
  const inline = skill({ status: 'inline', text: 'Look at it.' })
  expect(factsOf(inline, en, '/w')).toEqual({
    name: 'Skill',
    subject: '/review the ⏎ last commit',
    outcome: '',
  })
  expect(agentReport(inline)).toBeUndefined()
  const forked = skill({ status: 'forked', text: 'It is fine.' })
  expect([agentReport(forked), opensBy(forked, factsOf(forked, en, '/w'))]).toEqual(['It is fine.', 'open'])
})

test('an answer nobody vouches for is text or nothing', () => {
  for (const content of [undefined, 'x', [1, null, { text: 7 }], [{ type: 'text', text: ' ' }]])
    expect(agentReport(row({ name: 'Agent', output: { status: 'completed', content } }))).toBeUndefined()
  expect(agentReport(row({ name: 'Agent', output: completed }))).toBe('Found it.')
})

test.each([
  ['a command', {}, '2 lines'],
  ["an agent's answer, which is shown", { name: 'Agent', output: completed }, ''],
  ['an agent in the background', { name: 'Agent', output: { status: 'async_launched' } }, '2 lines'],
  ['an approved plan', { name: 'ExitPlanMode', input: {} }, ''],
  ['a failed command', { state: 'failed', output: { exitCode: 3 } }, 'exit code 3'],
] as const)('only lines that can be seen are counted: %s', (_, more, outcome) => {
  expect(factsOf(row(more as Partial<ToolRow>), en, '/w').outcome).toBe(outcome)
})
