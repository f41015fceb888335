import { expect, test } from 'vitest'
import type { Behavior } from '../../protocol/permission.ts'
import { coversWholeTool } from './rules/match-tool.ts'
import { parseRule } from './rules/rules.ts'

const covers = (behavior: Behavior, text: string, server: string, tool: string): boolean => {
  const parsed = parseRule({ text, behavior, source: 'user', anchor: '/' })
  if ('problem' in parsed) throw new Error(parsed.problem.text)
  const wire = `mcp__${server}__${tool}`.replace(/[^\w-]/g, '_')
  return coversWholeTool(parsed, { toolName: wire, accesses: [{ kind: 'mcp', server, tool }] })
}

test.each([
  ['mcp__jira', 'jira', 'search', true],
  ['mcp__jira', 'jira__x', 'search', false],
  ['mcp__jira__x', 'jira__x', 'search', false],
  ['mcp__jira__x__*', 'jira__x', 'search', false],
  ['mcp__jira__*', 'jira__x', 'search', false],
  ['mcp__my_server', 'my.server', 'search', false],
  ['mcp__my.server', 'my.server', 'search', true],
  ['mcp__my_server__search', 'my server', 'search', false],
  ['mcp__plugin_a_b', 'plugin:a:b', 'search', false],
  ['mcp__plugin:a:b', 'plugin:a:b', 'search', true],
  ['mcp__plugin:a:b__get_*', 'plugin:a:b', 'get_thing', true],
  ['mcp__jira__get_thing', 'jira', 'get.thing', false],
  ['mcp__jira__get.thing', 'jira', 'get.thing', true],
] as const)('the rule %s allows the server %s to be asked for %s: %s', (rule, server, tool, allowed) => {
  expect(covers('allow', rule, server, tool)).toBe(allowed)
  // A restriction holds in every reading.
  expect([covers('deny', rule, server, tool), covers('ask', rule, server, tool)]).toEqual([true, true])
})

test('a restriction of a server also holds for its resources, an allow rule does not', () => {
  const call = {
    toolName: 'ReadMcpResourceTool',
    accesses: [{ kind: 'mcp', server: 'jira', tool: 'ReadMcpResourceTool' }],
  } as const
  const rule = (behavior: Behavior) => {
    const parsed = parseRule({ text: 'mcp__jira', behavior, source: 'user', anchor: '/' })
    return !('problem' in parsed) && coversWholeTool(parsed, call)
  }
  expect([rule('allow'), rule('ask'), rule('deny')]).toEqual([false, true, true])
})

test('what lists the resources of several servers is held back by a rule for any of them', () => {
  const tool = 'ListMcpResourcesTool'
  const listing = (server: string) => ({ kind: 'mcp', server, tool, lists: true }) as const
  const call = { toolName: tool, accesses: [listing('a'), listing('b')] }
  const holds = (text: string) => {
    const parsed = parseRule({ text, behavior: 'deny', source: 'user', anchor: '/' })
    return !('problem' in parsed) && coversWholeTool(parsed, call)
  }
  expect(['mcp__a', 'mcp__b', 'mcp__*', tool, 'mcp__c'].map(holds)).toEqual([true, true, true, true, false])
})
