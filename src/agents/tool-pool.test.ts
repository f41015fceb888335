import { expect, test } from 'vitest'
import { agentTypes, toolPool } from './tool-pool.ts'

const ALL = ['Read', 'Edit', 'Bash', 'mcp__git__log', 'mcp__git__push', 'mcp__gitlab__log']

test.each([
  [{}, ALL],
  [{ tools: ['*'] }, ALL],
  [{ tools: ['Read', 'Bash(git *)'] }, ['Read', 'Bash']],
  [{ tools: ['mcp__git'] }, ['mcp__git__log', 'mcp__git__push']],
  [{ tools: ['mcp__git__*', 'Read'] }, ['Read', 'mcp__git__log', 'mcp__git__push']],
  [{ tools: ['mcp__*'] }, ['mcp__git__log', 'mcp__git__push', 'mcp__gitlab__log']],
  [{ tools: ['mcp__git__log'] }, ['mcp__git__log']],
  [{ disallowedTools: ['mcp__git', 'Edit'] }, ['Read', 'Bash', 'mcp__gitlab__log']],
  // Only a part of the tool is forbidden: a rule sees to that.
  [{ disallowedTools: ['Bash(rm *)'] }, ALL],
  [{ tools: ['Read', 'Edit'], disallowedTools: ['Edit'] }, ['Read']],
  [{ tools: [] }, []],
])('the tools of %j', (lists, names) => {
  const wants = toolPool(lists)
  expect(ALL.filter(name => wants(name))).toEqual(names)
})

test('an alias names the tool', () => {
  expect(toolPool({ disallowedTools: ['Task'] })('Agent', ['Task'])).toBe(false)
})

test.each([
  [undefined, undefined],
  [['Read', 'Agent'], undefined],
  [
    ['Read', 'Agent(Explore, my-agent)'],
    ['Explore', 'my-agent'],
  ],
  [['Task(Plan)'], ['Plan']],
  [['Agent()'], []],
])('the types that %j limits agents to', (tools, types) => {
  expect(agentTypes(tools)).toEqual(types)
})
