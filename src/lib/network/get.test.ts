import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LOOPBACK_CERTIFICATE } from '../../../test/support/loopback-certificate.ts'
import { type GetRequest, get } from './get.ts'

const listen = async (server: Server): Promise<AsyncDisposable & { readonly port: number }> => {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
const serve = (answer: RequestListener) => listen(createServer(answer))
const ask = (url: string, options: Partial<GetRequest> = {}) =>
  get({
    url: new URL(url),
    headers: { 'user-agent': 'test' },
    open: ['127.0.0.1'],
    signal: new AbortController().signal,
    maxBytes: 1_000,
    ...options,
  })
const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => 'no failure',
    (error: { kind?: string; message: string }) => `${error.kind}: ${error.message}`,
  )

test('the answer comes whole, and the request says no more than it must', async () => {
  let seen: IncomingMessage | undefined
  await using server = await serve((request, response) => {
    seen = request
    response.writeHead(201, 'Made', { 'content-type': 'text/plain', 'set-cookie': 'a=b' }).end('hello')
  })
  const answer = await ask(`http://127.0.0.1:${server.port}/a?b=c`)
  expect([answer.status, answer.statusText, Buffer.from(answer.body).toString()]).toEqual([
    201,
    'Made',
    'hello',
  ])
  expect([seen?.method, seen?.url]).toEqual(['GET', '/a?b=c'])
  expect(seen?.headers).toEqual({
    host: `127.0.0.1:${server.port}`,
    'user-agent': 'test',
    connection: expect.any(String),
  })
})

test('a private host is refused unless it is open, before anything is sent', async () => {
  let requests = 0
  await using server = await serve((_request, response) => {
    requests++
    response.end()
  })
  expect(await failure(ask(`http://127.0.0.1:${server.port}/`, { open: [] }))).toBe(
    'refused: 127.0.0.1 is a private address (this machine)',
  )
  expect(await failure(ask(`http://127.0.0.1:${server.port}/`, { open: ['localhost'] }))).toMatch(/^refused/)
  expect(requests).toBe(0)
})

test('a name is resolved once, every address is checked, and the checked one is connected to', async () => {
  let host: string | undefined
  await using server = await serve((request, response) => {
    host = request.headers.host
    response.end('here')
  })
  let resolved = 0
  const rebinding = async () => {
    resolved++
    return resolved === 1 ? [{ address: '127.0.0.1', family: 4 }] : [{ address: '10.9.9.9', family: 4 }]
  }
  const answer = await ask(`http://wiki.localhost:${server.port}/`, {
    open: ['wiki.localhost'],
    resolve: rebinding,
  })
  expect([Buffer.from(answer.body).toString(), resolved, host]).toEqual([
    'here',
    1,
    `wiki.localhost:${server.port}`,
  ])
  const mixed = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '::ffff:127.0.0.1', family: 6 },
  ]
  expect(await failure(ask('http://mixed.example/', { resolve: mixed }))).toBe(
    'refused: mixed.example stands for ::ffff:127.0.0.1, which is a private address (this machine)',
  )
  expect(await failure(ask('http://none.example/', { resolve: async () => [] }))).toBe(
    'name: the name none.example has no address',
  )
})

test('over TLS the name goes into the handshake and the certificate must fit it', async () => {
  const names: unknown[] = []
  await using server = await listen(
    createTlsServer(LOOPBACK_CERTIFICATE, (request, response) => {
      names.push('servername' in request.socket ? request.socket.servername : undefined)
      response.end('secret')
    }) as unknown as Server,
  )
  const options = {
    ca: LOOPBACK_CERTIFICATE.cert,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  }
  const answer = await ask(`https://localhost:${server.port}/`, { ...options, open: ['localhost'] })
  expect([Buffer.from(answer.body).toString(), names]).toEqual(['secret', ['localhost']])
  expect(
    await failure(ask(`https://app.localhost:${server.port}/`, { ...options, open: ['app.localhost'] })),
  ).toMatch(/^connection: .*(altnames|certificate)/)
})

const text = 'x'.repeat(900)
test.each([
  ['gzip', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['identity', Buffer.from(text)],
])('%s is unpacked', async (encoding, body) => {
  await using server = await serve(
    (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body),
  )
  const answer = await ask(`http://127.0.0.1:${server.port}/`)
  expect(Buffer.from(answer.body).toString()).toBe(text)
})

test.each([
  [
    'declared too long',
    { 'content-length': '1001' },
    Buffer.alloc(1001),
    /^too-large: the answer is larger than 1000 bytes$/,
  ],
  ['too long', {}, Buffer.alloc(5000), /^too-large: the answer is larger than 1000 bytes$/],
  [
    'a bomb',
    { 'content-encoding': 'gzip' },
    gzipSync(Buffer.alloc(100_000)),
    /^too-large: .* when unpacked$/,
  ],
  [
    'packed twice',
    { 'content-encoding': 'gzip, gzip' },
    gzipSync(gzipSync('x')),
    /^encoding: .*not supported$/,
  ],
  [
    'cut short',
    { 'content-encoding': 'gzip' },
    gzipSync(text).subarray(0, 15),
    /^encoding: .*cannot be unpacked/,
  ],
])('%s: the request fails', async (_name, headers, body, expected) => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, headers)
    response.write(body)
    response.end()
  })
  expect(await failure(ask(`http://127.0.0.1:${server.port}/`))).toMatch(expected)
})

test('time limit and interruption end a request that nobody answers', async () => {
  await using server = await serve(() => undefined)
  const url = `http://127.0.0.1:${server.port}/`
  expect(await failure(ask(url, { signal: AbortSignal.timeout(30) }))).toBe(
    'timeout: the server took too long',
  )
  const controller = new AbortController()
  const asked = failure(ask(url, { signal: controller.signal }))
  controller.abort()
  expect(await asked).toBe('aborted: the request was interrupted')
  const never = () => new Promise<never>(() => undefined)
  expect(
    await failure(ask('http://slow.example/', { resolve: never, signal: AbortSignal.timeout(30) })),
  ).toBe('timeout: the server took too long')
})

test('an answer of unknown length that is cut off by the time limit is no answer', async () => {
  const controller = new AbortController()
  await using server = await listen(
    createSocketServer(socket => {
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 200 OK\r\n\r\nbegin', () =>
        setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 50),
      )
    }) as unknown as Server,
  )
  expect(await failure(ask(`http://127.0.0.1:${server.port}/`, { signal: controller.signal }))).toBe(
    'timeout: the server took too long',
  )
})

test('a server that changes the protocol instead of answering is told', async () => {
  await using server = await listen(
    createSocketServer(socket => {
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
    }) as unknown as Server,
  )
  expect(await failure(ask(`http://127.0.0.1:${server.port}/`))).toBe('connection: the server did not answer')
})

test('a refused connection and an answer that is not HTTP are told', async () => {
  const { port } = await (async () => {
    await using server = await serve(() => undefined)
    return server
  })()
  expect(await failure(ask(`http://127.0.0.1:${port}/`))).toMatch(/^connection: .*ECONNREFUSED/)
  await using odd = await listen(
    createSocketServer(socket => void socket.end('ssh\r\n')) as unknown as Server,
  )
  expect(await failure(ask(`http://127.0.0.1:${odd.port}/`))).toMatch(
    /^connection: the connection failed: the answer is not HTTP/,
  )
})

test('through a proxy the checked address is asked for, and the name is still checked', async () => {
  await using server = await serve((request, response) => void response.end(`for ${request.headers.host}`))
  const asked: (string | undefined)[] = []
  const proxyServer = createServer()
  proxyServer.on('connect', (request: IncomingMessage, socket) => {
    asked.push(request.url)
    const upstream = connect(server.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
  })
  await using proxy = await listen(proxyServer)
  const through = { proxy: { http: `http://127.0.0.1:${proxy.port}` }, open: ['wiki.internal'] }
  const at = (address: string) => async () => [{ address, family: 4 }]
  const answer = await ask('http://wiki.internal:8000/', { ...through, resolve: at('10.1.2.3') })
  expect([Buffer.from(answer.body).toString(), asked]).toEqual(['for wiki.internal:8000', ['10.1.2.3:8000']])
  expect(await failure(ask('http://other.example/', { ...through, resolve: at('10.1.2.3') }))).toMatch(
    /^refused/,
  )
  expect(
    await failure(ask('http://a.example/', { proxy: { http: 'socks5://x' }, resolve: at('8.8.8.8') })),
  ).toMatch(/^proxy: .*HTTP_PROXY/)
  expect(asked).toHaveLength(1)
})
