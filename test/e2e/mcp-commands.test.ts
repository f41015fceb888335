import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serversHere } from '../../src/cli/mcp/here.ts'
import { createListingCache } from '../../src/features/mcp/pool/listing-cache.ts'
import { openWorldHere } from '../support/run-here.ts'
import { logOf, SAMPLE_SERVER } from '../support/sample-server.ts'

test('servers are added, listed, shown and removed; nothing is started by it', async () => {
  await using world = await openWorldHere({ replies: [] })
  const say = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await world.run(['mcp', ...args])
    return { code, text: `${stdout}${stderr}` }
  }
  expect((await say('list')).text).toContain('No MCP servers are configured')
  const added = await say('add', 'one', '-e', 'KEY=secret', '--', 'no-such-program', '--flag')
  expect(added).toEqual({ code: 0, text: expect.stringContaining('Added the MCP server one (local)') })
  expect((await say('add', '-s', 'project', '-t', 'http', 'two', 'https://x.y/mcp')).code).toBe(0)
  expect((await say('add-json', '-s', 'user', 'three', '{"type":"sse","url":"https://x.y"}')).code).toBe(0)
  const { text } = await say('list')
  expect(text).toContain('one (local): no-such-program --flag; env: KEY – not started yet')
  expect(text).toContain('three (user): https://x.y')
  // A folder that nobody trusts has no servers, whoever wrote them.
  expect(text).toContain('wait until you trust this folder')
  const own = join(world.config, 'mcp.json')
  expect(statSync(own).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(join(world.project, '.mcp.json'), 'utf8'))).toEqual({
    mcpServers: { two: { type: 'http', url: 'https://x.y/mcp' } },
  })
  const shown = await say('get', 'one')
  expect(shown.text).toContain('env: KEY')
  expect(shown.text).not.toContain('secret')
  expect((await say('remove', 'one')).text).toContain('Removed the MCP server one (local)')
  expect(await say('remove', 'one')).toEqual({
    code: 1,
    text: expect.stringContaining('There is no MCP server'),
  })
  expect((await say('add', 'x', 'https://user:pw@x.y')).text).toContain('must not hold a name or password')
})

test('after logout a server is no longer called ready: what it offered was for who was signed in', async () => {
  await using world = await openWorldHere({ replies: [] })
  const list = async () => (await world.run(['mcp', 'list'])).stdout
  await world.run(['mcp', 'add', '-s', 'user', '-t', 'http', 'two', 'https://x.y/mcp'])
  const { servers } = serversHere({ argv: [], cwd: world.project, env: world.env, version: '0' })
  const [server] = servers
  if (!server) throw new Error('there is no server')
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
  const kept = createListingCache(join(world.config, 'cache', 'mcp'), { now: () => Date.now(), hash })
  kept.put(server, { listing: { tools: [], prompts: [] } as never })
  expect(await list()).toContain('two (user): https://x.y/mcp – ready')
  expect((await world.run(['mcp', 'logout', 'two'])).code).toBe(0)
  expect(await list()).toContain('two (user): https://x.y/mcp – not started yet')
})

test('as a server, what rules allow is done and what would be asked is denied', async () => {
  await using world = await openWorldHere({ replies: [] })
  world.put('note.txt', 'a note')
  const program = world.start(['mcp', 'serve'], { input: 'keep' })
  const ask = async (id: number, method: string, params: object) => {
    program.say({ jsonrpc: '2.0', id, method, params })
    return await program.line(line => line['id'] === id)
  }
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  expect(await ask(1, 'initialize', client)).toMatchObject({ result: { serverInfo: { name: 'capstan' } } })
  program.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect(JSON.stringify(await ask(2, 'tools/list', {}))).toContain('"name":"Read"')
  const call = (id: number, name: string, input: object) => ask(id, 'tools/call', { name, arguments: input })
  const file_path = join(world.project, 'note.txt')
  expect(JSON.stringify(await call(3, 'Read', { file_path }))).toContain('a note')
  const denied = await call(4, 'Write', { file_path: join(world.project, 'new.txt'), content: 'x' })
  expect(denied).toMatchObject({ result: { isError: true } })
  expect(JSON.stringify(denied)).toContain('Permission denied')
  program.child.stdin.end()
  expect((await program.ended).code).toBe(0)
})

test.each([
  [20, 'do_something_with_a_thing_'],
  [1, 'do_something'],
  [3, 'do_something_'],
])(
  'ten servers with %i tools that nobody uses add at most 300 tokens to a request, and none is started',
  async (count, prefix) => {
    const tools = Array.from({ length: count }, (_, at) => ({
      name: `${prefix}${at}`,
      description: 'Does something rather long to describe. '.repeat(10),
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    }))
    await using world = await openWorldHere({ replies: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] })
    const config = (instructions: string) =>
      JSON.stringify({
        mcpServers: Object.fromEntries(
          Array.from({ length: 10 }, (_, at) => [
            `server-${at}`,
            {
              command: process.execPath,
              args: [SAMPLE_SERVER, JSON.stringify({ tools, instructions, log: join(world.root, 'log') })],
            },
          ]),
        ),
      })
    const servers = ['--mcp-config', config('Use them with care. '.repeat(50))]
    await world.run(['-p', 'hello', ...servers])
    await world.run(['-p', 'hello', ...servers])
    expect(logOf(join(world.root, 'log')).length).toBe(10)
    await world.run(['-p', 'hello'])
    const [, withThem, without] = world.server.requests.map(({ body }) => JSON.stringify(body))
    const tokens = ((withThem?.length ?? 0) - (without?.length ?? 0)) / 4
    expect(withThem).toContain('mcp__server-9__{do_something')
    expect(tokens).toBeLessThanOrEqual(300)
  },
)
