import { expect, test } from 'vitest'
import type { CodeMode } from '../../src/protocol/extensions/server.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'
import { toolResults } from '../support/tool-results.ts'

const ECHO = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  annotations: { readOnlyHint: true },
}
const many = (count: number) => [
  ECHO,
  ...Array.from({ length: count - 1 }, (_, at) => ({
    name: `pull_${at}`,
    description: `Does the thing number ${at} to a pull request.`,
    inputSchema: { type: 'object', properties: { number: { type: 'integer' } } },
  })),
]

interface Wanted {
  readonly tools: number
  readonly code?: string
  readonly setting?: CodeMode
  readonly own?: CodeMode
  readonly whole?: boolean
  /** Tools that a host leaves out. */
  readonly without?: readonly string[]
  readonly replies?: WorldOptions['scenario']['replies']
}

const open = ({ tools, code, setting, own, whole, without = [], replies }: Wanted): Promise<World> =>
  createWorld({
    scenario: {
      replies: replies ?? [
        ...(code === undefined ? [] : [{ tool: { name: 'Script', input: { code } } }]),
        { text: 'Done.' },
      ],
    },
    allow: ['mcp__hub'],
    config: config => ({
      ...withServers(
        [
          {
            name: 'hub',
            config: { ...sampleServer({ tools: many(tools) }), ...(own ? { codeMode: own } : {}) },
          },
        ],
        { ...(setting ? { codeMode: setting } : {}), ...(whole ? { defer: 'never' } : {}) },
      )(config),
      tools: { ...config.tools, specs: config.tools.specs.filter(({ name }) => !without.includes(name)) },
    }),
  })

const resultIn = ({ model }: World): string => toolResults(model.requests).at(-1)?.text ?? ''
const first = ({ model }: World): string =>
  JSON.stringify([model.requests[0]?.messages, model.requests[0]?.tools])

test('of a server with many tools not a name is sent: a script finds, describes and calls them', async () => {
  await using world = await open({
    tools: 93,
    code: `const [pull] = await tools.search('pull 7')
      print(pull)
      print((await tools.search('')).length)
      print((await tools.search('pull request')).length)
      const read = (await tools.search('read file')).map(({ name }) => name)
      print(read[0], read.includes('ReadMcpResourceTool'), ['Bash', 'Agent', 'Edit', 'WebFetch'].some(name => read.includes(name)))
      const { input, seen, call } = await tools.describe('echo')
      print(input.required, seen, call)
      await mcp.hub.echo({ text: JSON.stringify({ rows: [{ id: 1 }, { id: 2, by: null }] }) })
      print((await tools.describe('mcp__hub__echo')).seen)
      print((await tools.describe('Read')).input.required)
      await tools.describe('mcp__hub__eco').catch(({ code, message }) => print(code, message))
      await tools.search(7).catch(({ code }) => print(code))`,
  })
  await world.ask('go')
  expect(first(world)).not.toContain('pull_')
  expect(first(world)).toContain('mcp[\\"hub\\"] (93)')
  expect(resultIn(world).split('\n')).toEqual([
    JSON.stringify({
      name: 'mcp__hub__pull_7',
      call: 'mcp["hub"]["pull_7"](input)',
      description: 'Does the thing number 7 to a pull request.',
    }),
    '30',
    '10',
    'Read true false',
    '["text"] undefined mcp["hub"]["echo"](input)',
    '{ rows: [{ id: number, by?: null }] }',
    '["file_path"]',
    'invalid There is no tool named mcp__hub__eco. Did you mean mcp__hub__echo?',
    'invalid',
  ])
})

test.each<[string, Wanted, 'script' | 'search' | 'whole']>([
  ['few tools', { tools: 3 }, 'search'],
  ['many', { tools: 40 }, 'script'],
  ['many, where definitions would be sent whole', { tools: 40, whole: true }, 'script'],
  ['many, switched off', { tools: 40, setting: 'off' }, 'search'],
  ['many, switched off for this server', { tools: 40, own: 'off', setting: 'always' }, 'search'],
  ['few, always', { tools: 3, setting: 'always' }, 'script'],
  ['few, always for this server', { tools: 3, own: 'always', setting: 'off' }, 'script'],
  ['many, and no scripts', { tools: 40, without: ['Script'] }, 'search'],
  ['many, and neither scripts nor search', { tools: 40, without: ['Script', 'ToolSearch'] }, 'whole'],
])('a server with %s', async (_, wanted, way) => {
  await using world = await open(wanted)
  await world.ask('go')
  const sent = first(world)
  const names = world.model.requests[0]?.tools.map(({ name }) => name) ?? []
  expect({
    script: sent.includes('mcp[\\"hub\\"]'),
    search: sent.includes('mcp__hub__{'),
    whole: names.includes('mcp__hub__echo'),
  }).toEqual({ script: way === 'script', search: way === 'search', whole: way === 'whole' })
})

test('a tool that only scripts are told of can be called by its name all the same', async () => {
  await using world = await open({
    tools: 50,
    replies: [{ tool: { name: 'mcp__hub__echo', input: { text: 'here' } } }, { text: 'Done.' }],
  })
  await world.ask('go')
  expect(resultIn(world)).toBe('here')
})

test('/extensions tells what definitions that are not sent would cost', async () => {
  await using world = await open({ tools: 50 })
  await world.ask('go')
  const { entries } = await world.engine.query('extensions')
  const tools = entries.filter(({ kind, state }) => kind === 'tool' && state === 'in scripts')
  const saved = tools.reduce((sum, each) => sum + (each.saved ?? 0), 0)
  const server = entries.find(({ kind }) => kind === 'server')
  expect(tools.length).toBe(50)
  expect(saved).toBeGreaterThan(1_000)
  expect(server?.tokens).toBeLessThan(20)
})
