import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import {
  type Asked,
  answerTo,
  bodyOf,
  listen,
  openPool,
  ping,
} from '../../../../test/support/remote-server.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { openLoopback } from '../../../lib/network/loopback.ts'
import { createAuthStore } from '../oauth/auth-store.ts'
import { openSignIn } from '../oauth/sign-in.ts'
import { createListingCache } from '../pool/listing-cache.ts'

test('a session that the server has forgotten is begun anew, and the call is made in it, once', async () => {
  const methods: string[] = []
  let session = 0
  let forgets = true
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const asked = await bodyOf(request)
    methods.push(asked.method)
    if (asked.method === 'tools/call' && forgets) {
      forgets = false
      response.writeHead(404, { 'content-type': 'application/json' })
      return void response.end(
        JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'gone' } }),
      )
    }
    const answer = answerTo(asked)
    if (asked.method === 'initialize') session += 1
    response.writeHead(answer ? 200 : 202, {
      'content-type': 'application/json',
      'mcp-session-id': `s${session}`,
    })
    response.end(answer ? JSON.stringify(answer) : undefined)
  }
  const http = createServer((request, response) => void serve(request, response))
  const url = `http://127.0.0.1:${await listen(http)}/`
  const { pool, server } = openPool({ type: 'http', url, headers: {} })
  try {
    expect((await ping(server)).content).toEqual([{ type: 'text', text: 'pong' }])
    expect(methods.filter(method => method === 'initialize').length).toBe(2)
    expect(methods.filter(method => method === 'tools/call').length).toBe(2)
  } finally {
    await pool[Symbol.asyncDispose]()
    http.closeAllConnections()
    http.close()
  }
})

/** One text frame, and the text of one: enough for messages below 64 KB. */
const frame = (text: string): Buffer => {
  const body = Buffer.from(text)
  const head =
    body.length < 126
      ? Buffer.from([0x81, body.length])
      : Buffer.from([0x81, 126, body.length >> 8, body.length & 255])
  return Buffer.concat([head, body])
}
const unframe = (data: Buffer): { readonly text: string; readonly rest: Buffer } => {
  const short = (data[1] ?? 0) & 127
  const at = short === 126 ? 4 : 2
  const length = short === 126 ? data.readUInt16BE(2) : short
  const mask = data.subarray(at, at + 4)
  const body = data.subarray(at + 4, at + 4 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
  return { text: Buffer.from(body).toString('utf8'), rest: data.subarray(at + 4 + length) }
}

const openSocketServer = async () => {
  const http = createServer()
  const headers: (string | undefined)[] = []
  const sockets: Duplex[] = []
  http.on('upgrade', (request, socket) => {
    headers.push(request.headers['x-token'] as string | undefined)
    sockets.push(socket)
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: mcp\r\n\r\n`,
    )
    socket.on('data', (data: Buffer) => {
      for (let left = data; left.length > 5 && (left[0] ?? 0) === 0x81; ) {
        const { text, rest } = unframe(left)
        const answer = answerTo(JSON.parse(text) as Asked)
        if (answer) socket.write(frame(JSON.stringify(answer)))
        left = rest
      }
    })
    socket.on('error', () => undefined)
  })
  return {
    url: `ws://127.0.0.1:${await listen(http)}/`,
    headers,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      http.closeAllConnections()
      http.close()
    },
  }
}

test('a server at a WebSocket is called, with the headers it wants, and reconnected to when it goes away', async () => {
  await using remote = await openSocketServer()
  const { pool, server, log } = openPool({ type: 'ws', url: remote.url, headers: { 'X-Token': 'abc' } })
  await using _pool = pool
  expect((await ping(server)).content).toEqual([{ type: 'text', text: 'pong' }])
  expect(remote.headers).toEqual(['abc'])
  remote.sockets[0]?.destroy()
  await expect.poll(() => remote.headers.length).toBe(2)
  await expect.poll(() => server.state).toBe('connected')
  expect(log).toContain('MCP server remote: trying again in 5 ms')
  expect((await ping(server)).content).toEqual([{ type: 'text', text: 'pong' }])
})

/** Tunnels only, whatever the name, to this port. */
const openTunnels = async (target: number) => {
  const seen: string[] = []
  const server = createServer((_, response) => void response.writeHead(405).end())
  server.on('connect', (request, socket) => {
    seen.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
    if (request.url?.startsWith('secret.')) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const onward = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [socket, onward]) end.on('error', () => onward.destroy())
  })
  return {
    seen,
    address: `http://user:word@127.0.0.1:${await listen(server)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a server at a WebSocket is reached through the proxy of the environment; NO_PROXY and this machine go past it', async () => {
  await using remote = await openSocketServer()
  await using proxy = await openTunnels(Number(new URL(remote.url).port))
  const env = { HTTP_PROXY: proxy.address, https_proxy: proxy.address, NO_PROXY: '.corp.invalid' }
  const reach = async (url: string) => {
    const { pool, server } = openPool({ type: 'ws', url, headers: { 'X-Token': 'abc' } }, env)
    await using _pool = pool
    return await ping(server).then(
      () => 'reached',
      (error: Error) => error.message,
    )
  }
  expect(await reach('ws://mcp.invalid/')).toBe('reached')
  const basic = `Basic ${Buffer.from('user:word').toString('base64')}`
  expect([proxy.seen, remote.headers]).toEqual([[`mcp.invalid:80 ${basic}`], ['abc']])
  expect(await reach('wss://secret.invalid/')).toContain('answered 403')
  expect(proxy.seen.at(-1)).toBe(`secret.invalid:443 ${basic}`)
  expect(await reach('ws://mcp.corp.invalid/')).toContain('cannot be reached')
  expect(await reach(remote.url)).toBe('reached')
  expect(proxy.seen).toHaveLength(2)
})

test('the listener for a sign-in takes the answer with the right state only, at its own address, and its page says which it was', async () => {
  await using loopback = await openLoopback()
  const port = new URL(loopback.url).port
  const visit = async (query: string) => {
    const answer = await fetch(`${loopback.url}?${query}`)
    return `${answer.status} ${/<p>([^.:]*)/.exec(await answer.text())?.[1]}`
  }
  expect(await visit('code=early&state=wrong')).toBe('200 Go back to the terminal')
  const answer = loopback.answer(state => state === 'right', AbortSignal.timeout(5_000))
  expect((await fetch(`http://127.0.0.1:${port}/other?code=1&state=right`)).status).toBe(404)
  expect(await visit('code=guessed&state=wrong')).toMatch(/^400 Capstan is not waiting for this sign-in/)
  expect(await visit('code=good&state=right')).toBe('200 Signed in')
  expect((await answer).get('code')).toBe('good')
  const refused = loopback.answer(state => state === 'right', AbortSignal.timeout(5_000))
  const failure = expect(refused).rejects.toThrow('access_denied')
  expect(await visit('error=access_denied&state=right')).toBe('200 The sign-in was refused')
  await failure
})

/** How an authorization server may refuse to register a program it has never heard of. */
const REGISTRATIONS: readonly [string, number | undefined][] = [
  ['has no registration', undefined],
  ['forbids it', 403],
  ['does not know the way', 404],
  ['fails', 500],
]

test.each(REGISTRATIONS)(
  'a server that wants a sign-in needs authorization, also where its authorization server %s',
  async (_, status) => {
    await using tmp = tmpDir()
    const http = createServer((request, response) => {
      const origin = `http://127.0.0.1:${(http.address() as { readonly port: number }).port}`
      const { pathname } = new URL(request.url ?? '/', origin)
      const json = (value: object): void =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (pathname === '/mcp')
        return void response
          .writeHead(401, {
            'www-authenticate': `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`,
          })
          .end()
      if (pathname.startsWith('/.well-known/oauth-protected-resource'))
        return json({ resource: `${origin}/mcp`, authorization_servers: [origin] })
      if (pathname.startsWith('/.well-known/oauth-authorization-server'))
        return json({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          ...(status === undefined ? {} : { registration_endpoint: `${origin}/register` }),
        })
      response.writeHead(pathname === '/register' ? (status ?? 404) : 404).end()
    })
    const url = `http://127.0.0.1:${await listen(http)}/mcp`
    const config = { type: 'http', url, headers: {} } as const
    const kept = createListingCache(tmp.path, { now: () => 0, hash: () => 'the-one-server' })
    const { pool, server, warnings } = openPool(config, {}, { configHome: tmp.path, kept })
    try {
      await pool.start()
      const known = { state: 'needs-auth', error: expect.stringContaining("couldn't register") }
      expect(server.info()).toMatchObject(known)
      const next = openPool(config, {}, { configHome: tmp.path, kept })
      expect(next.server.info()).toMatchObject(known)
      await using door = await openSignIn({
        config,
        store: createAuthStore(tmp.path, { name: 'remote', url }, { newId: randomUUID, now: Date.now }),
        env: {},
        cwd: tmp.path,
        version: '1',
        connectMs: 5_000,
        newState: randomUUID,
        open: () => undefined,
      })
      await expect(door.connect({}, AbortSignal.timeout(60_000))).rejects.toThrow(
        /couldn't register with it: .*Set "oauth.clientId" or an Authorization header/s,
      )
      expect(warnings).toEqual([expect.stringMatching(/^The MCP server remote needs authorization: /)])
      await expect(server.connect()).rejects.toThrow('needs a sign-in first')
    } finally {
      await pool[Symbol.asyncDispose]()
      http.closeAllConnections()
      http.close()
    }
  },
)
