import { expect, test } from 'vitest'
import { toolName } from './names.ts'

test.each([
  ['github', 'create_issue', 'mcp__github__create_issue'],
  ['my server', 'get.thing', 'mcp__my_server__get_thing'],
  ['plugin:a:b', 'x', 'mcp__plugin_a_b__x'],
])('the tool %s %s is called %s', (server, tool, name) => {
  expect(toolName(server, tool)).toBe(name)
})

test('a name that is too long for a provider is cut, and two of them stay two', () => {
  const names = ['a', 'b'].map(end => toolName('server', `${'x'.repeat(100)}${end}`))
  expect(names.map(name => name.length)).toEqual([64, 64])
  expect(names[0]).not.toBe(names[1])
})
