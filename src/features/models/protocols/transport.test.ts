import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { closeServers, freePort, listen, newLog, startProxy } from '../../../../test/support/forward-proxy.ts'
import { LOOPBACK_CERTIFICATE } from '../../../../test/support/loopback-certificate.ts'
import { never } from '../../../../test/support/model-contract.ts'
import { readText } from './event-source.ts'
import { createTransport, type TransportOptions } from './transport.ts'

afterEach(closeServers)

const target = () =>
  createServer(
    (request, response) => void request.resume().on('end', () => response.end(`plain ${request.url}`)),
  )
const secureTarget = () =>
  createSecureServer(LOOPBACK_CERTIFICATE, (request, response) => {
    request.resume().on('end', () => response.end(`secure ${request.url}`))
  }) as unknown as Server

const poster = (options: TransportOptions) => {
  const transport = createTransport(options)
  return async (url: string, signal = never()): Promise<string> => {
    const body = [Buffer.from('{}')]
    const incoming = await transport.post({ url: new URL(url), headers: {}, body, signal, timeoutMs: 5000 })
    return readText(incoming, { stallMs: 5000, signal: never(), maxBytes: 10_000 })
  }
}

test('a plain proxy is asked for the whole address, with its credentials', async () => {
  const log = newLog()
  const url = `http://127.0.0.1:${await listen(target())}/v1/messages`
  const proxy = await startProxy(log)
  expect(await poster({ proxy: { http: `http://me:pw@${proxy}` } })(url)).toBe('plain /v1/messages')
  expect(log).toEqual({
    asked: [`POST ${url}`],
    credentials: [`Basic ${Buffer.from('me:pw').toString('base64')}`],
  })
})

test('an https target is reached through a tunnel, which later requests use again', async () => {
  const log = newLog()
  const port = await listen(secureTarget())
  const proxy = await startProxy(log)
  const post = poster({ proxy: { https: `http://me:pw@${proxy}` }, tls: { ca: LOOPBACK_CERTIFICATE.cert } })
  expect(await post(`https://127.0.0.1:${port}/a`)).toBe('secure /a')
  expect(await post(`https://127.0.0.1:${port}/b`)).toBe('secure /b')
  expect(log).toEqual({
    asked: [`CONNECT 127.0.0.1:${port}`],
    credentials: [`Basic ${Buffer.from('me:pw').toString('base64')}`],
  })
})

test('a request is said to have left when it has, and not when nobody takes it', async () => {
  const port = await listen(target())
  const free = await freePort()
  using transport = createTransport({})
  const told: string[] = []
  const post = (at: number) =>
    transport.post({
      url: new URL(`http://127.0.0.1:${at}/`),
      headers: {},
      body: [Buffer.from('{}')],
      signal: never(),
      timeoutMs: 5000,
      onSent: () => told.push(`sent to ${at === port ? 'a server' : 'nobody'}`),
    })
  const answered = post(port).then(incoming => void told.push(`answered ${incoming.statusCode}`))
  expect(told).toEqual([])
  await answered
  await expect(post(free)).rejects.toThrow()
  expect(told).toEqual(['sent to a server', 'answered 200'])
})

test('hosts named in NO_PROXY are reached directly', async () => {
  const log = newLog()
  const url = `http://127.0.0.1:${await listen(target())}/direct`
  const proxy = await startProxy(log)
  expect(await poster({ proxy: { http: proxy, no: '127.0.0.1' } })(url)).toBe('plain /direct')
  expect(log.asked).toEqual([])
})

test('an https target without a proxy is reached directly', async () => {
  const port = await listen(secureTarget())
  const post = poster({ tls: { ca: LOOPBACK_CERTIFICATE.cert } })
  expect(await post(`https://localhost:${port}/c`)).toBe('secure /c')
})

test('a certificate that is not trusted is an error that is not retried', async () => {
  const port = await listen(secureTarget())
  await expect(poster({})(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
    kind: 'network',
    shouldRetry: false,
    message: expect.stringContaining('certificate'),
  })
})

test('a proxy that refuses the tunnel is named', async () => {
  const proxy = await startProxy(newLog(), { status: 403 })
  await expect(poster({ proxy: { https: proxy } })('https://model.example/')).rejects.toMatchObject({
    kind: 'network',
    message: expect.stringContaining(proxy),
  })
})

test('an abort ends an attempt to connect that hangs at the proxy', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer()
  silent.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const asked = new Promise<void>(resolve => {
    silent.once('connect', (_, socket) => {
      socket.resume().on('end', () => socket.destroy())
      resolve()
    })
  })
  const proxy = `127.0.0.1:${await listen(silent)}`
  const controller = new AbortController()
  const post = poster({ proxy: { https: proxy } })('https://model.example/', controller.signal)
  await asked
  controller.abort()
  await expect(post).rejects.toMatchObject({ kind: 'aborted' })
  while (sockets.size > 0) await new Promise(resolve => setTimeout(resolve, 2))
})
