import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { serverFrame, serveSocket } from '../../../test/support/serve-socket.ts'
import { openSocket } from './open-socket.ts'

const open = (url: string, protocols: readonly string[] = [], signal = new AbortController().signal) =>
  openSocket({
    url: new URL(url.replace(/^ws/, 'http')),
    protocols,
    headers: {},
    open: ['127.0.0.1'],
    signal,
  })

type Server = Parameters<typeof serveSocket>[1]

/** All that is said until the end. */
const hear = async (behaviour: Server) => {
  await using server = await serveSocket([], behaviour)
  const socket = await open(server.url)
  const messages: string[] = []
  const why = await new Promise<string | undefined>(resolve =>
    socket.listen({ onMessage: text => messages.push(text), onEnd: resolve }),
  )
  return { messages, why, sent: server.received() }
}

const long = 'ü'.repeat(40_000)
const goodbye = serverFrame(8, Buffer.from([3, 232]))

test.each<[string, readonly Buffer[], readonly string[]]>([
  ['short messages', [serverFrame(1, 'one'), serverFrame(1, '')], ['one', '']],
  [
    'messages with longer lengths',
    [serverFrame(1, 'x'.repeat(300)), serverFrame(2, long)],
    ['x'.repeat(300), long],
  ],
  [
    'a message in pieces, with a ping between',
    [serverFrame(1, 'a', false), serverFrame(9, 'p'), serverFrame(0, 'b')],
    ['ab'],
  ],
  ['a pong, which says nothing', [serverFrame(10, 'x')], []],
])('%s are read, whatever pieces they come in', async (_name, frames, messages) => {
  expect(await hear({ bytes: [...frames, goodbye] })).toMatchObject({ messages, why: undefined })
  const bytes = Buffer.concat([...frames, goodbye])
  const small = bytes.length > 1_000 ? [bytes] : [...bytes].map(byte => Buffer.from([byte]))
  expect(await hear({ bytes: small })).toMatchObject({ messages, why: undefined })
})

test.each<[string, Buffer, string | undefined]>([
  ['an end without words', serverFrame(8, ''), undefined],
  ['an end because it goes away', serverFrame(8, Buffer.from([3, 233])), undefined],
  [
    'an end with words',
    serverFrame(8, Buffer.from([3, 243, 98, 97, 100])),
    'the server closed it with code 1011 (bad)',
  ],
])('%s', async (_name, frame, why) => {
  expect((await hear({ bytes: [serverFrame(1, 'last'), frame] })).why).toBe(why)
})

test('a server that says goodbye and does not hang up is not waited for', { timeout: 10_000 }, async () => {
  expect(await hear({ bytes: [serverFrame(1, 'last'), goodbye], hangsUp: false })).toMatchObject({
    messages: ['last'],
    why: undefined,
  })
})

const NOT_SPOKEN = 'the server does not speak WebSocket'
const TOO_LONG = 'the server sent a message that is too long'

test.each<[string, readonly Buffer[], string]>([
  ['a masked frame', [Buffer.from([0x81, 0x81, 0, 0, 0, 0, 65])], NOT_SPOKEN],
  ['bits that nobody agreed on', [Buffer.from([0xc1, 0x01, 65])], NOT_SPOKEN],
  ['an operation that nobody knows', [Buffer.from([0x83, 0])], NOT_SPOKEN],
  ['a ping longer than pings are', [Buffer.from([0x89, 126, 1, 0])], NOT_SPOKEN],
  ['a ping in pieces', [Buffer.from([0x09, 1, 65])], NOT_SPOKEN],
  ['a continuation of nothing', [serverFrame(0, 'x')], NOT_SPOKEN],
  ['text that is none', [serverFrame(1, Buffer.from([0xff, 0xfe]))], NOT_SPOKEN],
  ['a length beyond all bounds', [Buffer.from([0x81, 127, 0, 0, 1, 0, 0, 0, 0, 0])], TOO_LONG],
  [
    'a length beyond all numbers',
    [Buffer.from([0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255])],
    TOO_LONG,
  ],
  [
    'a message that grows for ever',
    [
      serverFrame(1, 'x'.repeat(500_000), false),
      ...Array(3).fill(serverFrame(0, 'x'.repeat(500_000), false)),
    ],
    TOO_LONG,
  ],
])('%s ends it, and what came before was heard', async (_name, frames, why) => {
  expect(await hear({ bytes: [serverFrame(1, 'before'), ...frames] })).toMatchObject({
    messages: ['before'],
    why,
  })
})

test('a ping is answered, and what is sent is masked; compression is never offered', async () => {
  const { sent } = await hear({ bytes: [serverFrame(9, 'hi'), goodbye] })
  const mask = sent.subarray(2, 6)
  const said = sent.subarray(6, 8).map((byte, at) => byte ^ (mask[at] ?? 0))
  expect([sent[0], sent[1], said.toString()]).toEqual([0x8a, 0x82, 'hi'])
})

test('a server that chooses one of the protocols is asked once, one that chooses none is asked without', async () => {
  await using choosing = await serveSocket([], { protocol: 'events' })
  ;(await open(choosing.url, ['logs', 'events'])).close()
  expect(choosing.asked.map(each => each.replaceAll(' ', ''))).toEqual(['logs,events'])
  await using silent = await serveSocket([])
  ;(await open(silent.url, ['events', 'events'])).close()
  expect(silent.asked).toEqual(['events', ''])
  await using other = await serveSocket([], { protocol: 'other' })
  await expect(open(other.url, ['events'])).rejects.toThrow(NOT_SPOKEN)
})

test('what is no WebSocket is said', async () => {
  await using wrong = await serveSocket([], { accept: 'x' })
  await expect(open(wrong.url)).rejects.toThrow(NOT_SPOKEN)
  const server = createServer((_, response) => response.writeHead(302, { location: '/other' }).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await expect(open(url)).rejects.toThrow('the server answered 302, not with a WebSocket')
  server.close()
  await expect(open('ws://127.0.0.1:1/')).rejects.toThrow('the connection failed: ')
})

test('one that does not answer is given up when the signal ends', async () => {
  const silent = createServer()
  silent.on('upgrade', () => asked.resolve())
  const asked = Promise.withResolvers<void>()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const ending = new AbortController()
  const opening = open(`ws://127.0.0.1:${(silent.address() as AddressInfo).port}/`, [], ending.signal)
  await asked.promise
  ending.abort()
  await expect(opening).rejects.toThrow('the request was interrupted')
  silent.closeAllConnections()
  silent.close()
})

test('of an address only its path and query are sent', async () => {
  await using server = await serveSocket([])
  const url = new URL(`${server.url}a?b=c#d`)
  ;(await open(url.href)).close()
  expect(server.paths).toEqual(['/a?b=c'])
})
