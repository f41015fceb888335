import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { toolResults } from '../support/tool-results.ts'

interface Slow extends Omit<WorldOptions, 'scenario' | 'config'> {
  readonly home: string
  readonly replies: WorldOptions['scenario']['replies']
  readonly choice?: Parameters<typeof withServers>[1]
  readonly zh?: true
  /** Also skills can be called. */
  readonly extensions?: true
  /** What it does besides; `null`: it is no program. */
  readonly server?: object | null
}

/** A session with a server that starts when a file appears. Nobody waits for it before the first request. */
const openSlow = ({ home, replies, choice, zh, extensions, server = {}, ...options }: Slow) => {
  const config =
    server === null
      ? { ...sampleServer(), command: join(home, 'no-such-program') }
      : sampleServer({ startsWith: latchIn(home), ...server })
  const servers = withServers([{ name: 'slow', config }], { waitMs: 0, ...choice })
  return createWorld({
    scenario: { replies },
    allow: ['mcp__slow', 'ReadMcpResourceTool', 'ListMcpResourcesTool'],
    config: all => ({
      ...servers(all),
      ...(extensions ? { extensions: { list: async () => [], onChanged: () => () => undefined } } : {}),
      ...(zh ? { prompt: { ...all.prompt, promptLanguage: 'zh' } } : {}),
    }),
    ...options,
  })
}

const latchIn = (home: string) => join(home, 'latch')

/** The server starts once the model has called something. */
const askAndStart = async (world: World, home: string) => {
  const over = world.ask('go')
  await expect.poll(() => JSON.stringify(world.events)).toContain('"tool_use"')
  writeFileSync(latchIn(home), '')
  return await over
}

const told = ({ model }: World, at: number) => JSON.stringify(model.requests[at]?.messages ?? [])
const results = ({ model }: World) => toolResults(model.requests).map(({ text }) => text)
const use = (name: string, input: object = {}) => ({ tool: { name, input } })
const done = { text: 'done' }

test('a server that is still starting is named in the first request, once, and its tools when it is up', async () => {
  await using tmp = tmpDir()
  const home = tmp.path
  const search = use('ToolSearch', { query: 'select:mcp__slow__echo' })
  await using world = await openSlow({ home, replies: [search, done, done] })
  await askAndStart(world, home)
  expect(told(world, 0)).toContain('MCP servers that are still starting: slow. ')
  expect(told(world, 0)).toContain('such as mcp__slow__<tool>')
  expect(told(world, 0)).not.toContain('mcp__slow__{')
  expect(results(world)[0]).toContain('"name":"mcp__slow__echo"')
  expect(told(world, 1)).toContain('mcp__slow__{echo,break}')
  await world.ask('again')
  expect(told(world, 2).split('still starting').length).toBe(2)
  // What was sent stays as it was.
  const [first, second] = world.model.requests.map(({ messages }) => messages)
  expect(second?.slice(0, first?.length)).toEqual(first)
})

test('words find what a starting server brings', async () => {
  await using tmp = tmpDir()
  const home = tmp.path
  await using world = await openSlow({
    home,
    replies: [use('ToolSearch', { query: 'slow echo' }), done],
  })
  await askAndStart(world, home)
  expect(results(world)[0]).toContain('"name":"mcp__slow__echo"')
})

test.each([
  ['mcp__slow__echo', { text: 'said' }, 'said'],
  ['ListMcpResourcesTool', {}, 'slow sample://note note, text/plain'],
  [
    'ReadMcpResourceTool',
    { server: 'slow', uri: 'sample://note' },
    'Resource sample://note:\nwhat the note says',
  ],
])('a call of %s waits for the server', async (name, input, answer) => {
  await using tmp = tmpDir()
  const home = tmp.path
  await using world = await openSlow({ home, replies: [use(name, input), done] })
  await askAndStart(world, home)
  expect(results(world)).toEqual([answer])
})

test('a prompt of the server that the model calls as a skill is waited for', async () => {
  await using tmp = tmpDir()
  const home = tmp.path
  const greet = use('Skill', { skill: 'mcp__slow__greet', args: 'Ada' })
  await using world = await openSlow({ home, replies: [greet, done], extensions: true, allow: ['Skill'] })
  await askAndStart(world, home)
  expect(told(world, 1)).toContain('Greet Ada.')
})

test('one that never gets ready is given up after the time a start has, and the call is told so', async () => {
  await using tmp = tmpDir()
  await using world = await openSlow({
    home: tmp.path,
    replies: [
      use('mcp__slow__echo', { text: 'said' }),
      use('ToolSearch', { query: 'select:mcp__slow__echo' }),
      done,
    ],
    choice: { connectMs: 300 },
  })
  await world.ask('go')
  for (const text of results(world))
    expect(text).toContain('The MCP server slow cannot be reached: it did not answer in time')
  expect(told(world, 2)).toContain('The MCP server slow cannot be reached: it did not answer in time')
})

test('an interrupt ends the waiting', async () => {
  await using tmp = tmpDir()
  await using world = await openSlow({ home: tmp.path, replies: [use('mcp__slow__echo'), done] })
  const over = world.ask('go')
  await expect.poll(() => JSON.stringify(world.events)).toContain('"tool_use"')
  await world.engine.send({ type: 'interrupt' })
  expect((await over).terminal.kind).toBe('aborted_tools')
})

test('a server whose tools are all forbidden is neither named nor waited for', async () => {
  await using tmp = tmpDir()
  await using world = await openSlow({
    home: tmp.path,
    replies: [use('mcp__slow__echo'), done],
    deny: ['mcp__slow'],
  })
  await world.ask('go')
  expect(told(world, 0)).not.toContain('slow')
  expect(results(world)[0]).toContain('There is no tool named mcp__slow__echo')
})

test('one tool of it that is forbidden is waited for by nobody, found by no search, and not run; the others are', async () => {
  await using tmp = tmpDir()
  const home = tmp.path
  const search = use('ToolSearch', { query: 'select:mcp__slow__echo,mcp__slow__break' })
  await using world = await openSlow({
    home,
    replies: [search, use('mcp__slow__echo', { text: 'hi' }), done],
    deny: ['mcp__slow__echo'],
  })
  await askAndStart(world, home)
  expect(told(world, 0)).toContain('MCP servers that are still starting: slow. ')
  expect(results(world)[0]).toContain('"name":"mcp__slow__break"')
  expect(results(world)[0]).not.toContain('"name":"mcp__slow__echo"')
  expect(told(world, 1)).not.toContain('mcp__slow__{echo')
  expect(results(world)[1]).toContain('There is no tool named mcp__slow__echo')
})

test('in Chinese it is said in Chinese', async () => {
  await using tmp = tmpDir()
  await using world = await openSlow({
    home: tmp.path,
    replies: [use('mcp__slow__echo'), done],
    choice: { connectMs: 200 },
    zh: true,
  })
  await world.ask('go')
  expect(told(world, 0)).toContain('仍在启动的 MCP 服务器：slow。')
  expect(results(world)[0]).toMatch(/MCP 服务器 slow/)
  expect(told(world, 0)).not.toContain('still starting')
})

test('one that has failed by then is not called unknown', async () => {
  await using tmp = tmpDir()
  await using world = await openSlow({
    home: tmp.path,
    replies: [use('mcp__slow__echo'), use('ListMcpResourcesTool'), done],
    server: null,
    choice: { waitMs: 20_000 },
  })
  await world.ask('go')
  expect(told(world, 0)).not.toContain('still starting')
  expect(results(world)[0]).toContain('The MCP server slow cannot be reached: the program')
})
