import { expect, test } from 'vitest'
import {
  editedLanguage,
  madeByCall,
  reportedHookName,
  reportedToolName,
  toolInput,
  toolParameters,
} from './tool-facts.ts'

test.each([
  ['git commit -m x', 'commit'],
  ['cd a && git -C b -c user.name=x commit --amend', 'commit'],
  ['git commit --dry-run', undefined],
  ['git --no-pager log commit', undefined],
  ['echo "git commit"', undefined],
  ['git commit-tree HEAD', undefined],
  ['gh pr create --fill', 'pull_request'],
  ['git push; glab mr create', 'pull_request'],
  ['gh pr view', undefined],
])('what the command %j made: %s', (command, made) => {
  expect(madeByCall('Bash', { command })).toBe(made)
})

test.each([
  ['mcp__github__create_pull_request', 'pull_request'],
  ['mcp__gitlab__create_merge_request', 'pull_request'],
  ['mcp__github__get_pull_request', undefined],
])('what the tool %s made: %s', (name, made) => {
  expect(madeByCall(name, {})).toBe(made)
})

test('endless options in a command take no time', () => {
  const command = `git ${'-c '.repeat(3_000)}`
  expect(madeByCall('Bash', { command })).toBeUndefined()
})

test('the language of an edit comes from the name of its file; other tools have none', () => {
  expect(editedLanguage('Edit', { file_path: '/x/A.TS', new_string: '' })).toBe('TypeScript')
  expect(editedLanguage('NotebookEdit', { notebook_path: 'a.ipynb', edit_mode: 'delete' })).toBe('Jupyter')
  expect(editedLanguage('Write', { file_path: 'Makefile', content: '' })).toBe('unknown')
  expect(editedLanguage('Read', { file_path: 'a.ts' })).toBeUndefined()
})

test('names of tools of servers are told only with details', () => {
  expect(reportedToolName('mcp__secret__find', false)).toBe('mcp_tool')
  expect(reportedToolName('mcp__secret__find', true)).toBe('mcp__secret__find')
  expect(JSON.parse(toolParameters('mcp__secret__find', {}))).toEqual({
    mcp_server_name: 'secret',
    mcp_tool_name: 'find',
  })
})

test.each([
  ['a tool that a model made up', reportedToolName('read /home/jo/plan.txt', false), 'unknown'],
  ['a hook before a tool', reportedHookName('PreToolUse', 'PreToolUse:Write', false), 'PreToolUse:Write'],
  [
    'a hook before a tool of a server',
    reportedHookName('PreToolUse', 'PreToolUse:mcp__heron__fly', false),
    'PreToolUse:mcp_tool',
  ],
  ['a hook about a file', reportedHookName('FileChanged', 'FileChanged:plan.txt', false), 'FileChanged'],
  [
    'the same with details',
    reportedHookName('FileChanged', 'FileChanged:plan.txt', true),
    'FileChanged:plan.txt',
  ],
  ['a hook about nothing', reportedHookName('Stop', 'Stop', false), 'Stop'],
])('without details names say nothing of the work: %s', (_, told, expected) => expect(told).toBe(expected))

test('long values of an input are cut, and the whole of it', () => {
  const told = toolInput({ a: 'x'.repeat(600), b: 1 })
  expect(JSON.parse(told)).toEqual({ a: `${'x'.repeat(512)}…`, b: 1 })
  expect(toolInput(Array.from({ length: 50 }, () => 'y'.repeat(500))).length).toBe(4_096)
})
