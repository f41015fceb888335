import { request as httpRequest } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { serveScenario } from '../../src/features/models/scripted/server.ts'
import { openWorld } from '../support/run-program.ts'

const TOKEN = 'the-token-of-this-test'
const BODY = JSON.stringify({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'hi' }] })

const serve = async (token?: string) => {
  const server = await serveScenario({ replies: [{ text: 'CANARY', repeat: true }] }, token ? { token } : {})
  return { ...server, [Symbol.asyncDispose]: () => server.close() }
}

const send = (
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}/v1/messages`, { method: 'POST', headers }, answer => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => {
        text += piece
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(BODY)
  })

test('the canary: a client with the token is answered, and without a token asked for anybody is', async () => {
  await using guarded = await serve(TOKEN)
  await using open = await serve()
  expect((await send(guarded.url, { 'x-api-key': TOKEN })).text).toContain('CANARY')
  expect((await send(guarded.url, { authorization: `Bearer ${TOKEN}` })).text).toContain('CANARY')
  expect((await send(open.url, {})).text).toContain('CANARY')
})

const OWN = { 'x-api-key': TOKEN }
test.each([
  ['no key', {}, 401],
  ['another key', { 'x-api-key': 'any' }, 401],
  ['the beginning of the key', { 'x-api-key': TOKEN.slice(0, -1) }, 401],
  ['a key in another case', { 'x-api-key': TOKEN.toUpperCase() }, 401],
  ['an empty key', { 'x-api-key': '' }, 401],
  ['another bearer', { authorization: 'Bearer any' }, 401],
  ['the key without its scheme', { authorization: TOKEN }, 401],
  ['the page of a foreign site', { ...OWN, origin: 'https://evil.example' }, 403],
  ['a page of this machine', { ...OWN, origin: 'http://127.0.0.1:3000' }, 403],
  ['a page in a frame without an origin', { ...OWN, origin: 'null' }, 403],
  ['a browser that keeps the origin to itself', { ...OWN, 'sec-fetch-site': 'cross-site' }, 403],
  ['a name that was pointed here', { ...OWN, host: 'evil.example' }, 403],
  ['a name that begins like ours', { ...OWN, host: '127.0.0.1.evil.example' }, 403],
  ['a name that ends like ours', { ...OWN, host: 'evil-localhost' }, 403],
  ['our address with another port', { ...OWN, host: '127.0.0.1:1' }, 403],
  ['a host with user information', { ...OWN, host: 'evil@127.0.0.1' }, 403],
] as const)('mock-server refuses %s', async (_, headers, status) => {
  await using server = await serve(TOKEN)
  const answer = await send(server.url, headers)
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain('CANARY')
  expect(server.requests).toEqual([])
})

test('the program prints a key that changes with each start, and listens on loopback only', async () => {
  await using world = await openWorld({ replies: [] })
  const file = world.put('scenario.yaml', 'replies:\n  - text: CANARY\n    repeat: true\n')
  const start = async () => {
    const server = world.start(['mock-server', file], { input: 'keep' })
    let said = ''
    const found = await new Promise<RegExpExecArray>(resolve => {
      server.child.stdout.on('data', (piece: string) => {
        said += piece
        const match = /ANTHROPIC_BASE_URL=(\S+) ANTHROPIC_API_KEY=(\S+)/.exec(said)
        if (match) resolve(match)
      })
    })
    return { url: found[1] ?? '', key: found[2] ?? '' }
  }
  const [first, second] = await Promise.all([start(), start()])
  expect(first.key).not.toBe(second.key)
  expect(first.key.length).toBeGreaterThanOrEqual(24)
  expect((await send(first.url, { 'x-api-key': 'any' })).status).toBe(401)
  expect((await send(first.url, { 'x-api-key': second.key })).status).toBe(401)
  expect((await send(first.url, { 'x-api-key': first.key })).text).toContain('CANARY')
  const outer = Object.values(networkInterfaces())
    .flat()
    .find(one => one?.family === 'IPv4' && !one.internal)
  if (outer) {
    const url = `http://${outer.address}:${new URL(first.url).port}`
    await expect(send(url, { 'x-api-key': first.key })).rejects.toThrow('ECONNREFUSED')
  }
})
