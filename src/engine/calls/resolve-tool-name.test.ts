import { expect, test } from 'vitest'
import { resolveToolName } from './resolve-tool-name.ts'

const specs = ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'TodoWrite', 'Write', 'mcp__house__list_items'].map(
  name => ({
    name,
    description: '',
    input_schema: {},
  }),
)

test.each([
  ['read', 'Read'],
  ['todo_write', 'TodoWrite'],
  ['functions.Bash', 'Bash'],
  ['default_api:Grep', 'Grep'],
  ['read_file', 'Read'],
  ['run_terminal_cmd', 'Bash'],
  ['str_replace_editor', 'Edit'],
  ['MultiEdit', 'Edit'],
  ['Raed', 'Read'],
  ['Wriet', 'Write'],
  ['mcp_house_list_items', 'mcp__house__list_items'],
  ['Teleport', undefined],
  ['LS', undefined],
  ['attempt_completion', undefined],
  ['', undefined],
])('the name %s means %s', (name, meant) => {
  expect(resolveToolName(name, specs)).toBe(meant)
})

/** What is there when the server that was meant has gone, or has taken a tool away. */
const left = [
  'Read',
  'mcp__a_b__c_d',
  'mcp__evil__search_issues',
  'mcp__db__drop_table',
  'mcp__db__List-Tables',
].map(name => ({ name, description: '', input_schema: {} }))

test.each([
  ['mcp__jira__search_issues', undefined],
  ['mcp__a__b_c_d', undefined],
  ['functions.mcp__a_b_c__d', undefined],
  ['mcp__db__read_table', undefined],
  ['mcp__db__list_tables', 'mcp__db__List-Tables'],
  ['mcp__DB__list_tables', 'mcp__db__List-Tables'],
  ['mcp_db_drop_tabel', undefined],
])('a call for a tool of a server goes to no other server and to no other tool: %s is %s', (name, meant) => {
  expect(resolveToolName(name, left)).toBe(meant)
})
