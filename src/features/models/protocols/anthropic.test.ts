import { getEventListeners } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { modelRequest, never, readStream } from '../../../../test/support/model-contract.ts'
import { createAnthropicModel } from './anthropic.ts'
import type { HttpModelOptions } from './http-model.ts'

const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

const serve = async (listener: RequestListener): Promise<{ url: string; server: Server }> => {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const modelAt = (baseUrl: string, options: Partial<HttpModelOptions> = {}) =>
  createAnthropicModel({ baseUrl, userAgent: 'capstan-test', ...options })

const event = (type: string, fields: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const START = event('message_start', { message: { id: 'm', model: 'x', usage: {} } })
const TEXT =
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'hi' } }) +
  event('content_block_stop', { index: 0 })
const STOP = event('message_delta', { delta: { stop_reason: 'end_turn' } }) + event('message_stop')

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const whole: RequestListener = (request, response) => {
  request.resume().on('end', () => stream(response).end(START + TEXT + STOP))
}
const connections = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise(resolve => setTimeout(resolve, 2))
}

test('a request carries credentials, version, betas, own headers and one exact length', async () => {
  let seen: { headers: string[]; url: string | undefined; body: string } | undefined
  const { url } = await serve(async (request, response) => {
    seen = { headers: request.rawHeaders, url: request.url, body: await bodyOf(request) }
    stream(response).end(START + TEXT + STOP)
  })
  const lines: string[] = []
  const model = modelAt(`${url}/gateway/`, {
    authorize: async () => ({ 'x-api-key': 'key', authorization: 'Bearer token' }),
    betas: ['one', 'two'],
    headers: { 'X-Team': 'blue', 'User-Agent': 'mine', 'Content-Length': '1' },
    log: line => lines.push(line),
  })
  const clearResults = { above: 1, keep: 1, atLeast: 1, except: [] }
  const request = modelRequest({ betas: ['two', 'three'], effort: 'low', clearResults })
  await readStream(model.stream(request, never()))
  const pairs = seen?.headers.flatMap((name, at, all) =>
    at % 2 === 0 ? [[name.toLowerCase(), all[at + 1]] as const] : [],
  )
  expect(seen?.url).toBe('/gateway/v1/messages')
  expect(pairs?.filter(([name]) => name !== 'host').sort()).toEqual([
    ['accept', 'text/event-stream, application/json'],
    ['anthropic-beta', 'one,two,three,effort-2025-11-24,context-management-2025-06-27'],
    ['anthropic-version', '2023-06-01'],
    ['authorization', 'Bearer token'],
    ['connection', 'keep-alive'],
    ['content-length', String(Buffer.byteLength(seen?.body ?? ''))],
    ['content-type', 'application/json'],
    ['user-agent', 'mine'],
    ['x-api-key', 'key'],
    ['x-team', 'blue'],
  ])
  expect(lines).toEqual([
    expect.stringMatching(/^api POST http:\/\/127.* 200 in \d+ ms, no request id \(test\)$/),
  ])
})

test('requests one after the other share a connection', async () => {
  const { url, server } = await serve(whole)
  let count = 0
  server.on('connection', () => count++)
  const model = modelAt(url)
  for (let turn = 0; turn < 3; turn++) {
    await readStream(model.stream(modelRequest(), never()))
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  expect(count).toBe(1)
})

test('a kept connection that the server has closed is replaced without an error', async () => {
  const used = new Set<unknown>()
  const { url } = await serve((request, response) => {
    if (used.has(request.socket)) {
      request.socket.destroy()
      return
    }
    used.add(request.socket)
    whole(request, response)
  })
  const model = modelAt(url)
  await readStream(model.stream(modelRequest(), never()))
  await new Promise(resolve => setTimeout(resolve, 5))
  const second = await readStream(model.stream(modelRequest(), never()))
  expect(second.error).toBeUndefined()
  expect(used.size).toBe(2)
})

test('a reply is given at message_stop though the server keeps the connection', async () => {
  const { url } = await serve((_, response) => void stream(response).write(START + TEXT + STOP))
  const { reply } = await readStream(modelAt(url).stream(modelRequest(), never()))
  expect(reply?.content).toEqual([{ type: 'text', text: 'hi' }])
})

test('a silent stream is broken, and its connection is closed', async () => {
  const { url, server } = await serve((_, response) => void stream(response).write(START))
  const { error, deltas } = await readStream(modelAt(url, { stallMs: 30 }).stream(modelRequest(), never()))
  expect({ kind: error?.kind, deltas: deltas.length }).toEqual({ kind: 'stream_broken', deltas: 2 })
  await until(async () => (await connections(server)) === 0)
})

test('pings keep a slow stream alive', async () => {
  const { url } = await serve((_, response) => {
    stream(response).write(START)
    let pings = 0
    const timer = setInterval(() => {
      if (++pings < 20) response.write(event('ping'))
      else {
        clearInterval(timer)
        response.end(TEXT + STOP)
      }
    }, 25)
  })
  const { reply } = await readStream(modelAt(url, { stallMs: 400 }).stream(modelRequest(), never()))
  expect(reply?.content).toEqual([{ type: 'text', text: 'hi' }])
})

test('a consumer that is slower than the watchdog does not break the stream', async () => {
  const pieces = Array.from({ length: 600 }, () =>
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'x' } }),
  )
  const begin = event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
  const { url } = await serve((_, response) => {
    stream(response).end(START + begin + pieces.join('') + event('content_block_stop', { index: 0 }) + STOP)
  })
  const replies = modelAt(url, { stallMs: 20 }).stream(modelRequest(), never())
  await replies.next()
  await new Promise(resolve => setTimeout(resolve, 80))
  const { reply } = await readStream(replies)
  expect(reply?.content).toEqual([{ type: 'text', text: 'x'.repeat(600) }])
})

test.each(['while it waits for an answer', 'in the middle of a stream'])(
  'an abort %s frees socket, timers and listeners',
  async moment => {
    const { url, server } = await serve((_, response) => {
      if (moment.startsWith('in')) stream(response).write(START)
    })
    const timers = () => process.getActiveResourcesInfo().filter(each => each === 'Timeout').length
    const before = timers()
    const controller = new AbortController()
    const replies = modelAt(url).stream(modelRequest(), controller.signal)
    const first = replies.next()
    await until(async () => (await connections(server)) === 1)
    if (moment.startsWith('in')) await first
    controller.abort()
    const { error } = await readStream(replies).then(async rest =>
      moment.startsWith('in') ? rest : { error: await first.catch((each: unknown) => each) },
    )
    expect(error).toMatchObject({ kind: 'aborted' })
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    await until(async () => (await connections(server)) === 0)
    expect(timers()).toBeLessThanOrEqual(before)
  },
)

test('leaving the stream early closes the connection and removes the listeners', async () => {
  const { url, server } = await serve((_, response) => void stream(response).write(START))
  const { signal } = new AbortController()
  const replies = modelAt(url).stream(modelRequest(), signal)
  await replies.next()
  await replies.return(undefined as never)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  await until(async () => (await connections(server)) === 0)
})

test('a server that does not answer in time is a network error', async () => {
  const { url } = await serve(() => undefined)
  const { error } = await readStream(modelAt(url, { requestTimeoutMs: 20 }).stream(modelRequest(), never()))
  expect(error).toMatchObject({ kind: 'network', message: expect.stringContaining('did not answer') })
})

test('a port where nobody listens is a network error that says so', async () => {
  const { url, server } = await serve(whole)
  await new Promise(resolve => server.close(resolve))
  const { error } = await readStream(modelAt(url).stream(modelRequest(), never()))
  expect(error).toMatchObject({ kind: 'network', message: expect.stringContaining(url) })
})

test('an answer that is no event stream names what came instead', async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>log in</html>')
  })
  const { error } = await readStream(modelAt(url).stream(modelRequest(), never()))
  expect(error).toMatchObject({ kind: 'unknown', message: expect.stringContaining('text/html') })
})

test('a reply tells what is used up of a plan where the server says it', async () => {
  const { url } = await serve((request, response) => {
    response.setHeader('anthropic-ratelimit-unified-5h-utilization', '0.5')
    response.setHeader('anthropic-ratelimit-unified-5h-reset', '1800000000')
    whole(request, response)
  })
  const { reply } = await readStream(modelAt(url).stream(modelRequest(), never()))
  expect(reply?.limits).toEqual({ fiveHour: { used: 0.5, resetsAt: 1_800_000_000 } })
})

test('an error carries status, request id, wait and the server’s word on retrying', async () => {
  const { url } = await serve((_, response) => {
    const headers = { 'request-id': 'req_7', 'retry-after': '3', 'x-should-retry': 'false' }
    response
      .writeHead(429, headers)
      .end('{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}')
  })
  const { error } = await readStream(modelAt(url).stream(modelRequest(), never()))
  expect(error).toMatchObject({
    kind: 'rate_limit',
    status: 429,
    requestId: 'req_7',
    retryAfterMs: 3000,
    shouldRetry: false,
  })
})

test('a base URL that is none is refused before anything is sent', async () => {
  const { error } = await readStream(modelAt('ftp://x').stream(modelRequest(), never()))
  expect(error).toMatchObject({ kind: 'invalid_request', message: expect.stringContaining('ftp://x') })
})

test('tokens are counted by the server', async () => {
  let seen: { url: string | undefined; body: unknown } | undefined
  const { url } = await serve(async (request, response) => {
    seen = { url: request.url, body: JSON.parse(await bodyOf(request)) }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":42}')
  })
  expect(await modelAt(url).countTokens?.(modelRequest(), never())).toBe(42)
  expect(seen).toMatchObject({ url: '/v1/messages/count_tokens', body: { model: 'claude-sonnet-4-5' } })
  expect(seen?.body).not.toHaveProperty('max_tokens')
})

test('a count that cannot be read is an error', async () => {
  const { url } = await serve((_, response) => void response.end('sorry'))
  await expect(modelAt(url).countTokens?.(modelRequest(), never())).rejects.toMatchObject({ kind: 'unknown' })
})

test('a key that cannot be a header is named without being shown', async () => {
  const { url } = await serve(whole)
  const { error } = await readStream(
    modelAt(url, { authorize: () => ({ 'x-api-key': 'secret\nvalue' }) }).stream(modelRequest(), never()),
  )
  expect(error).toMatchObject({ kind: 'invalid_request', message: expect.stringContaining('x-api-key') })
  expect(error?.message).not.toContain('secret')
})

test('an abort while the first connection is prepared sends nothing', async () => {
  let asked = 0
  const { url } = await serve((request, response) => {
    asked++
    whole(request, response)
  })
  const controller = new AbortController()
  const first = modelAt(url).stream(modelRequest(), controller.signal).next()
  controller.abort()
  await expect(first).rejects.toMatchObject({ kind: 'aborted' })
  expect({ asked, listeners: getEventListeners(controller.signal, 'abort').length }).toEqual({
    asked: 0,
    listeners: 0,
  })
})

test('where nobody is shown raw events only what counts comes through: beginnings of blocks and pieces of text, too', async () => {
  const { url } = await serve(whole)
  const kinds = async (quiet: boolean) => {
    const seen: string[] = []
    for await (const delta of modelAt(url).stream(modelRequest({ quiet }), never()))
      seen.push(delta.type === 'event' ? delta.event.type : delta.type)
    return seen
  }
  expect(await kinds(true)).toEqual(['start', 'content_block_start', 'content_block_delta', 'block'])
  expect(await kinds(false)).toEqual([
    'start',
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'block',
    'message_delta',
    'message_stop',
  ])
})
