import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'
import { logOf, sampleServer, withServers } from '../support/sample-server.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { toolResults } from '../support/tool-results.ts'

const schema = { type: 'object', properties: {} }
const ASK = { name: 'ask', description: 'Asks.', inputSchema: schema }
const ECHO = { name: 'echo', description: 'Says it again.', inputSchema: schema }
const form = {
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
}
const says = (event: string, output: object) => ({
  [event]: [{ matcher: 'sample', hooks: [{ type: 'command', command: `echo '${JSON.stringify(output)}'` }] }],
})
const answers = (hookEventName: string, name: string) => ({
  hookSpecificOutput: { hookEventName, action: 'accept', content: { name } },
})

test.each([
  ['Elicitation, in the place of the person', says('Elicitation', answers('Elicitation', 'ada')), 'ada'],
  [
    'ElicitationResult, whatever was answered',
    {
      ...says('Elicitation', answers('Elicitation', 'ada')),
      ...says('ElicitationResult', answers('ElicitationResult', 'bob')),
    },
    'bob',
  ],
])('a hook answers a question of a server at %s', async (_, hooks, name) => {
  await using world = await createWorld({
    scenario: { replies: [{ tool: { name: 'mcp__sample__ask', input: {} } }, { text: 'done' }] },
    allow: ['mcp__sample'],
    config: config => ({
      ...withServers([{ name: 'sample', config: sampleServer({ tools: [ASK], ask: form }) }])(config),
      hooks,
    }),
  })
  await world.ask('go')
  expect(toolResults(world.model.requests).map(({ text }) => JSON.parse(text))).toEqual([
    { action: 'accept', content: { name } },
  ])
})

test('a hook of type mcp_tool calls a tool of a server with what its input names', async () => {
  await using tmp = tmpDir()
  const log = join(tmp.path, 'log')
  const handler = {
    type: 'mcp_tool',
    server: 'sample',
    tool: 'echo',
    input: { text: `{"decision":"block","reason":"not ${'$'}{tool_input.pattern}"}` },
  }
  await using world = await createWorld({
    scenario: { replies: [{ tool: { name: 'Glob', input: { pattern: '*.md' } } }, { text: 'done' }] },
    config: config => ({
      ...withServers([{ name: 'sample', config: sampleServer({ tools: [ECHO], log }) }])(config),
      hooks: { PreToolUse: [{ matcher: 'Glob', hooks: [handler] }] },
    }),
  })
  await world.ask('go')
  expect(logOf(log).at(-1)).toContain('not *.md')
  expect(toolResults(world.model.requests).map(({ text }) => text)).toEqual([
    expect.stringContaining('not *.md'),
  ])
})
