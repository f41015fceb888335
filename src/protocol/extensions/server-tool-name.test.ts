import { expect, test } from 'vitest'
import { grantsServerTool, restrictsServerTool } from './server-tool-name.ts'

const SERVERS = ['jira', 'jira__x', 'jira_x', 'jira_', 'my.server', 'my_server', 'plugin:a:b', 'plugin_a_b']
const TOOLS = ['search', 'x__y', 'x', '_x', 'get.thing', 'get_thing']
const PAIRS = SERVERS.flatMap(server => TOOLS.map(tool => ({ server, tool })))

test('a rule for a server or a tool of it grants nothing of another server', () => {
  for (const rule of PAIRS)
    for (const pair of PAIRS) {
      const names = [`mcp__${rule.server}`, `mcp__${rule.server}__*`, `mcp__${rule.server}__${rule.tool}`]
      const granting = names.filter(name => grantsServerTool(name, pair))
      // What is written is read in one way: the server ends at the first double underscore.
      for (const name of granting) expect(name.slice(5).split('__')[0]).toBe(pair.server)
    }
})

test('every tool of a server without a double underscore in its name can be granted, alone or with the others', () => {
  for (const { server, tool } of PAIRS.filter(pair => !pair.server.includes('__'))) {
    expect(grantsServerTool(`mcp__${server}`, { server, tool })).toBe(true)
    if (server.endsWith('_')) continue
    expect(grantsServerTool(`mcp__${server}__*`, { server, tool })).toBe(true)
    expect(grantsServerTool(`mcp__${server}__${tool}`, { server, tool })).toBe(true)
  }
})

test('a restriction covers a tool in whichever way its names are written', () => {
  const wire = (name: string) => name.replace(/[^\w-]/g, '_')
  for (const pair of PAIRS) {
    const { server, tool } = pair
    for (const each of [server, wire(server)])
      for (const name of [
        `mcp__${each}`,
        `mcp__${each}__*`,
        `mcp__${each}__${tool}`,
        `mcp__${each}__${wire(tool)}`,
      ])
        expect([name, pair, restrictsServerTool(name, pair)]).toEqual([name, pair, true])
    for (const name of ['*', 'mcp__*', `*__${tool}`]) expect(restrictsServerTool(name, pair)).toBe(true)
    for (const name of ['Bash', 'mcp__other', 'mcp__ji', `mcp__${server}a`])
      expect([name, pair, restrictsServerTool(name, pair)]).toEqual([name, pair, false])
  }
})

test('a restriction on a server of a plugin holds for another plugin of that name, a grant does not', () => {
  const pair = { server: 'plugin:fmt@acme:db', tool: 'drop' }
  for (const name of ['mcp__plugin:fmt:db', 'mcp__plugin_fmt_db__drop', 'mcp__plugin_fmt_db__*']) {
    expect(restrictsServerTool(name, pair)).toBe(true)
    expect(grantsServerTool(name, pair)).toBe(false)
  }
})
