import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { afterEach, expect, test } from 'vitest'
import { closeServers, freePort, listen, newLog, startProxy } from '../../../../test/support/forward-proxy.ts'
import { LOOPBACK_CERTIFICATE } from '../../../../test/support/loopback-certificate.ts'
import { never } from '../../../../test/support/model-contract.ts'
import { readText } from './event-source.ts'
import { createTransport, type TransportOptions } from './transport.ts'

afterEach(closeServers)

/** What it was asked, through which client. */
const counted = () => {
  const asked: string[] = []
  const counting: typeof fetch = (input, init) => {
    asked.push(String(input))
    return fetch(input, init)
  }
  return { asked, fetch: counting }
}

const echo = () =>
  createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    response.writeHead(203, { 'x-seen': request.headers['accept-encoding'] ?? 'none' })
    response.end(`${request.method} ${request.url} ${Buffer.concat(pieces)}`)
  })

const sent = async (
  url: string,
  options: TransportOptions,
  more: { headers?: Record<string, string>; timeoutMs?: number } = {},
) => {
  using transport = createTransport(options)
  const body = [Buffer.from('{"a":'), Buffer.from('1}')]
  const post = { url: new URL(url), headers: {}, body, signal: never(), timeoutMs: 5000, ...more }
  const incoming = await transport.post(post)
  const text = await readText(incoming, { stallMs: 5000, signal: never(), maxBytes: 10_000 })
  return { status: incoming.statusCode, seen: incoming.headers['x-seen'], text }
}

test("the runtime's own client sends the same request, unpacked", async () => {
  const client = counted()
  const url = `http://127.0.0.1:${await listen(echo())}/v1/messages`
  expect(await sent(url, client)).toEqual({
    status: 203,
    seen: 'identity',
    text: 'POST /v1/messages {"a":1}',
  })
  expect(client.asked).toEqual([url])
})

test("with a proxy or certificates of one's own it is not asked", async () => {
  const client = counted()
  const log = newLog()
  const plain = `http://127.0.0.1:${await listen(echo())}/`
  const proxy = await startProxy(log)
  await sent(plain, { ...client, proxy: { http: proxy } })
  const secure = createSecureServer(LOOPBACK_CERTIFICATE, (_, response) => response.end('secure'))
  const port = await listen(secure as unknown as Server)
  const tls = { ca: LOOPBACK_CERTIFICATE.cert }
  expect((await sent(`https://localhost:${port}/`, { ...client, tls })).text).toBe('secure')
  expect(log.asked).toEqual([`POST ${plain}`])
  expect(client.asked).toEqual([])
})

test('an authority that only the machine trusts is found on the second way', async () => {
  const client = counted()
  const secure = createSecureServer(LOOPBACK_CERTIFICATE, (_, response) => response.end('secure'))
  const url = `https://localhost:${await listen(secure as unknown as Server)}/`
  const more = { ...client, moreAuthorities: () => [LOOPBACK_CERTIFICATE.cert] }
  expect((await sent(url, more)).text).toBe('secure')
  expect(client.asked).toEqual([url])
})

test.each([
  ['nobody there', {}, { kind: 'network', message: expect.stringContaining("Can't connect") }],
  [
    'a key with a line break',
    { headers: { 'x-api-key': 'a\nb' } },
    { kind: 'invalid_request', message: expect.stringContaining('line breaks') },
  ],
] as const)('%s is said as with node:http', async (_, more, error) => {
  const url = `http://127.0.0.1:${await freePort()}/`
  for (const options of [{}, { fetch }]) await expect(sent(url, options, more)).rejects.toMatchObject(error)
})

test('a server that does not begin to answer is given up', async () => {
  const silent = createServer(() => {})
  const url = `http://127.0.0.1:${await listen(silent)}/`
  await expect(sent(url, { fetch }, { timeoutMs: 30 })).rejects.toMatchObject({
    kind: 'network',
    message: expect.stringContaining('did not answer within'),
  })
  silent.closeAllConnections()
})
