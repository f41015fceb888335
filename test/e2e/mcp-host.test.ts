import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putFiles } from '../support/plugin-world.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { Line } from '../support/run-program.ts'
import { logOf, SAMPLE_SERVER } from '../support/sample-server.ts'

const ADD = {
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
}

interface Exchange {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly arguments?: { readonly a: number; readonly b: number } }
}

/** What a server in the process of the host answers. */
const answerOf = ({ id, method, params }: Exchange): unknown => {
  const result = ((): unknown => {
    if (method === 'initialize')
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'calc', version: '1' },
      }
    if (method === 'tools/list') return { tools: [ADD] }
    const { a = 0, b = 0 } = params?.arguments ?? {}
    return { content: [{ type: 'text', text: String(a + b) }] }
  })()
  return id === undefined ? { jsonrpc: '2.0', result: {}, id: 0 } : { jsonrpc: '2.0', id, result }
}

test('a server in the process of the host is asked over the control channel, and its tool called', async () => {
  await using world = await openWorldHere({
    replies: [{ tool: { name: 'mcp__calc__add', input: { a: 2, b: 3 } } }, { text: 'five' }],
  })
  const program = world.start(
    [
      ...['-p', '--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'],
      ...['--allowedTools', 'mcp__calc'],
    ],
    { input: 'keep' },
  )
  program.say({
    type: 'control_request',
    request_id: 'one',
    request: { subtype: 'initialize', sdkMcpServers: ['calc'], sdkMcpServerManifests: { calc: {} } },
  })
  program.say({ type: 'user', message: { role: 'user', content: 'add' } })
  const methods: string[] = []
  for (let from = 0; methods.at(-1) !== 'tools/call'; ) {
    const line = await program.line(({ type }) => type === 'control_request', from)
    from = program.lines.indexOf(line) + 1
    const { subtype, server_name, message } = line['request'] as {
      readonly subtype: string
      readonly server_name: string
      readonly message: Exchange
    }
    expect([subtype, server_name]).toEqual(['mcp_message', 'calc'])
    methods.push(message.method ?? '')
    program.say({
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: line['request_id'],
        response: { mcp_response: answerOf(message) },
      },
    })
  }
  const init = await program.line(({ subtype }) => subtype === 'init')
  expect(init['mcp_servers']).toEqual([{ name: 'calc', status: 'connected' }])
  expect(init['tools']).toContain('mcp__calc__add')
  await program.line(({ type }) => type === 'result')
  program.say({ type: 'control_request', request_id: 'two', request: { subtype: 'mcp_status' } })
  const status = await program.line(
    line => line.type === 'control_response' && JSON.stringify(line).includes('"two"'),
  )
  expect(JSON.stringify(status)).toContain('"status":"connected"')
  program.hangUp()
  expect((await program.ended).code).toBe(0)
  expect(methods).toEqual(['initialize', 'notifications/initialized', 'tools/list', 'tools/call'])
  expect(JSON.stringify(world.server.requests.at(-1))).toContain('"5"')
})

test('servers of a plugin and of settings are used; a host switches one off and on and reconnects it', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'mcp__plugin_kit_sample__echo', input: { text: 'from the plugin' } } },
      { text: 'ok' },
    ],
  })
  const log = join(world.root, 'starts')
  const plugin = putFiles(join(world.root, 'kit'), {
    '.claude-plugin/plugin.json': { name: 'kit' },
    'server.mjs': readFileSync(SAMPLE_SERVER, 'utf8'),
    '.mcp.json': {
      mcpServers: {
        sample: {
          command: process.execPath,
          args: ['${CLAUDE_PLUGIN_ROOT}/server.mjs', JSON.stringify({ log })],
        },
      },
    },
  })
  const settings = { mcpServers: { written: { command: process.execPath, args: [SAMPLE_SERVER, '{}'] } } }
  const program = world.start(
    [
      ...['-p', '--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'],
      ...['--plugin-dir', plugin, '--settings', JSON.stringify(settings)],
      ...['--allowedTools', 'mcp__plugin_kit_sample'],
    ],
    { input: 'keep' },
  )
  program.say({ type: 'user', message: { role: 'user', content: 'go' } })
  await program.line(({ type }) => type === 'result')
  expect(JSON.stringify(world.server.requests.at(-1))).toContain('from the plugin')
  const say = async (request: object): Promise<string> => {
    const request_id = JSON.stringify(request)
    const from = program.lines.length
    program.say({ type: 'control_request', request_id, request })
    const isAnswer = ({ type, response }: Line): boolean =>
      type === 'control_response' && (response as { readonly request_id: string }).request_id === request_id
    const { response } = await program.line(isAnswer, from)
    return JSON.stringify(response)
  }
  const states = async () => {
    const status = await say({ subtype: 'mcp_status' })
    return [...status.matchAll(/"name":"([^"]+)","status":"([^"]+)"/g)].map(
      ([, name, state]) => `${name} ${state}`,
    )
  }
  const serverName = 'plugin:kit:sample'
  const starts = () => logOf(log).filter(line => line.startsWith('started')).length
  expect(await states()).toEqual(['written connected', `${serverName} connected`])
  await say({ subtype: 'mcp_toggle', serverName, enabled: false })
  expect(await states()).toContain(`${serverName} disabled`)
  await say({ subtype: 'mcp_toggle', serverName, enabled: true })
  const before = starts()
  expect(await say({ subtype: 'mcp_reconnect', serverName })).toContain('"success"')
  expect(await states()).toContain(`${serverName} connected`)
  expect(starts()).toBe(before + 1)
  expect(await say({ subtype: 'mcp_reconnect', serverName: 'none' })).toContain('no MCP server named none')
  program.hangUp()
  expect((await program.ended).code).toBe(0)
})
