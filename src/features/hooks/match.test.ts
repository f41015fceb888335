import { expect, test } from 'vitest'
import { matchName } from './match.ts'

test.each<[string | undefined, string, boolean]>([
  [undefined, 'Bash', true],
  ['', 'Bash', true],
  ['*', 'mcp__srv__tool', true],
  ['Bash', 'Bash', true],
  ['Bash', 'BashOutput', false],
  ['bash', 'Bash', false],
  ['Edit|Write', 'Write', true],
  ['Edit|Write', 'MultiEdit', false],
  ['Edit, Write', 'Write', true],
  ['Edit ,Write|Read', 'Edit', true],
  ['Edit|', '', true],
  ['Edit|', 'Read', false],
  ['|', 'Read', false],
  ['my-tool', 'my-tool', true],
  ['my-tool', 'my-tool-2', false],
  ['mcp__srv', 'mcp__srv__tool', false],
  ['mcp__srv__.*', 'mcp__srv__tool', true],
  ['mcp__.*__write', 'mcp__fs__write_file', true],
  ['Edit.*', 'NotebookEdit', true],
  ['^Edit', 'NotebookEdit', false],
  ['^(Edit|Write)$', 'Write', true],
  ['.*', 'Anything', true],
  ['Bash(git *)', 'Bash', false],
])('matcher %j and name %j: %j', (matcher, name, expected) => {
  expect(matchName(matcher, name)).toEqual({ kind: expected ? 'yes' : 'no' })
})

test.each(['(', '[a-', '*Edit', 'a{2,1}'])('%j is no regular expression and matches nothing', matcher => {
  expect(matchName(matcher, 'Edit')).toEqual({
    kind: 'invalid',
    why: expect.stringContaining('Invalid regular expression'),
  })
})
