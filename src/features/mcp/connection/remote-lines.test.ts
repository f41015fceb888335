import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listen, openPool, openRemote, ping } from '../../../../test/support/remote-server.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { ServerConfig } from '../../../protocol/extensions/server.ts'

const pong = [{ type: 'text', text: 'pong' }]

/** Plain addresses in full, tunnels for others; whatever the name, it leads to this port. */
const openProxy = async (target: number) => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    const onward = connect(target, '127.0.0.1', () => {
      const path = new URL(request.url ?? '/').pathname
      const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
      onward.write(
        [`${request.method} ${path} HTTP/1.1`, ...headers, 'connection: close', '', ''].join('\r\n'),
      )
      request.pipe(onward, { end: false })
    })
    onward.on('error', () => response.destroy())
    // What comes back is passed on byte for byte.
    onward.pipe(request.socket)
  })
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  const port = await listen(server)
  return {
    seen,
    address: `http://user:word@127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test.for(['http', 'sse'] as const)(
  'a remote server is reached through the proxy of the environment (%s)',
  async type => {
    await using remote = await openRemote()
    await using proxy = await openProxy(remote.port)
    const url = `http://mcp.invalid/${type === 'http' ? 'mcp' : 'sse'}`
    const { pool, server } = openPool({ type, url, headers: {} }, { HTTP_PROXY: proxy.address })
    await using _pool = pool
    expect((await ping(server)).content).toEqual(pong)
    const basic = `Basic ${Buffer.from('user:word').toString('base64')}`
    expect(proxy.seen).toContain(`${type === 'http' ? 'POST' : 'GET'} ${url} ${basic}`)
  },
)

test('https goes through a tunnel of the proxy, and NO_PROXY and this machine go past it', async () => {
  await using remote = await openRemote()
  await using proxy = await openProxy(remote.port)
  const env = { https_proxy: proxy.address, HTTP_PROXY: proxy.address, NO_PROXY: '.corp.invalid' }
  const reach = async (url: string) => {
    const { pool, server } = openPool({ type: 'http', url, headers: {} }, env)
    await using _pool = pool
    return await ping(server).then(
      () => 'reached',
      (error: Error) => error.message,
    )
  }
  expect(await reach('https://mcp.invalid/mcp')).toContain('answered 403')
  expect(await reach('http://mcp.corp.invalid/mcp')).toContain('cannot be resolved')
  expect(await reach(remote.url('/mcp'))).toBe('reached')
  expect(proxy.seen).toEqual(['CONNECT mcp.invalid:443'])
})

test('a server that still speaks the older way over SSE is called', async () => {
  await using remote = await openRemote()
  const { pool, server } = openPool({ type: 'sse', url: remote.url('/sse'), headers: { 'X-Key': 'abc' } })
  await using _pool = pool
  expect((await ping(server)).content).toEqual(pong)
  expect(server.state).toBe('connected')
  expect(remote.heard.find(({ method }) => method === 'tools/call')?.headers['x-key']).toBe('abc')
})

test('headers come from the helper, each time a connection is made; what it prints wrong is said', async () => {
  await using tmp = tmpDir()
  await using remote = await openRemote()
  const file = join(tmp.path, 'headers.json')
  const config = (headersHelper: string): ServerConfig => ({
    type: 'http',
    url: remote.url('/mcp'),
    headers: { 'X-Plain': 'kept', 'X-Token': 'old' },
    headersHelper,
  })
  const { pool, server } = openPool(config(`cat '${file}'`))
  await using _pool = pool
  const tokens = () =>
    remote.heard.filter(({ method }) => method === 'tools/call').map(({ headers }) => headers['x-token'])
  for (const token of ['first', 'second']) {
    writeFileSync(file, JSON.stringify({ 'X-Token': token }))
    await server.reconnect()
    await ping(server)
  }
  expect(tokens()).toEqual(['first', 'second'])
  expect(remote.heard.at(-1)?.headers['x-plain']).toBe('kept')
  const { pool: other, server: wrong } = openPool(config('echo "[1]"'))
  await using _other = other
  await expect(ping(wrong)).rejects.toThrow('its headersHelper did not print a JSON object')
})

test('a remote server that is not up at the start is tried again with longer and longer pauses, a few times', async () => {
  await using remote = await openRemote()
  const start = async (refused: number) => {
    const { pool, server, warnings, log } = openPool({ type: 'http', url: remote.url('/mcp'), headers: {} })
    await using _pool = pool
    remote.refuse(refused)
    await pool.start()
    expect(warnings).toEqual([expect.stringContaining('The MCP server remote failed')])
    const pauses = () => log.flatMap(line => /trying again in (\d+) ms/.exec(line)?.[1] ?? [])
    await expect.poll(() => server.state === 'connected' || pauses().length === 3).toBe(true)
    return pauses()
  }
  expect(await start(2)).toEqual(['5', '10'])
  expect(await start(100)).toEqual(['5', '10', '20'])
})
