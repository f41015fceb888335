import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { ServerConfig } from '../../../protocol/extensions/server.ts'
import { openLoopback } from '../oauth/loopback.ts'
import { DEFAULT_LIMITS } from '../pool/pool-deps.ts'
import { ServerPool } from '../pool/server-pool.ts'

interface Asked {
  readonly id?: number
  readonly method: string
}

const answerTo = ({ id, method }: Asked): object | undefined => {
  if (id === undefined) return undefined
  const result =
    method === 'initialize'
      ? {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'x', version: '1' },
        }
      : method === 'tools/list'
        ? { tools: [{ name: 'ping', inputSchema: { type: 'object' } }] }
        : { content: [{ type: 'text', text: 'pong' }] }
  return { jsonrpc: '2.0', id, result }
}

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const openPool = (config: ServerConfig) => {
  const warnings: string[] = []
  const pool = new ServerPool({
    env: {},
    version: '1',
    limits: { ...DEFAULT_LIMITS, connectMs: 5_000 },
    cwd: () => '/',
    roots: () => ['/'],
    now: () => Date.now(),
    onChanged: () => undefined,
    onToolsChanged: () => undefined,
    warn: text => warnings.push(text),
    log: () => undefined,
  })
  pool.set([{ name: 'remote', config, source: { level: 'user' } }])
  return { pool, warnings, server: pool.find('remote') }
}

const ping = (server: ReturnType<typeof openPool>['server']) =>
  server.use(connection => connection.call('ping', {}, server.callOptions(new AbortController().signal)))

const bodyOf = async (request: IncomingMessage): Promise<Asked> => {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text) as Asked
}

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

test('a server at a WebSocket is called, with the headers it wants', async () => {
  const http = createServer()
  const headers: (string | undefined)[] = []
  http.on('upgrade', (request, socket) => {
    headers.push(request.headers['x-token'] as string | undefined)
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
  const url = `ws://127.0.0.1:${await listen(http)}/`
  const { pool, server } = openPool({ type: 'ws', url, headers: { 'X-Token': 'abc' } })
  try {
    expect((await ping(server)).content).toEqual([{ type: 'text', text: 'pong' }])
    expect(headers).toEqual(['abc'])
  } finally {
    await pool[Symbol.asyncDispose]()
    http.closeAllConnections()
    http.close()
  }
})

test('the listener for a sign-in takes the answer with the right state only, at its own address', async () => {
  await using loopback = await openLoopback()
  const answer = loopback.answer(state => state === 'right', AbortSignal.timeout(5_000))
  const port = new URL(loopback.url).port
  expect((await fetch(`http://127.0.0.1:${port}/other?code=1&state=right`)).status).toBe(404)
  await fetch(`${loopback.url}?code=guessed&state=wrong`)
  await fetch(`${loopback.url}?code=good&state=right`)
  expect((await answer).get('code')).toBe('good')
})
