import { expect, test } from 'vitest'
import { meantTool } from './meant-tool.ts'

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
  expect(meantTool(name, specs)).toBe(meant)
})
