import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { LOOPBACK_CERTIFICATE } from '../support/loopback-certificate.ts'
import { openServeWorld, SERVE_TOKEN, type ServeWorld } from '../support/serve-world.ts'

let world: ServeWorld
let now = Date.now()
let id: string
beforeAll(async () => {
  world = await openServeWorld([], { now: () => now })
  const opened = (await (await world.post('/api/v1/sessions', {})).json()) as { session: { id: string } }
  id = opened.session.id
})
afterAll(() => world[Symbol.asyncDispose]())
// Wrong tries of one test do not count for the next.
beforeEach(() => {
  now += 61_000
})

type Headers = Readonly<Record<string, string>>

/** As it is: no library puts its own headers in. */
const ask = (
  path: string,
  headers: Headers = {},
  method = 'GET',
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(`${world.url}${path}`, { method, headers }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers as Headers }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })

const upgrade = (headers: Headers, protocols: string[] = []): Promise<number> =>
  new Promise(resolve => {
    const url = `${world.url.replace('http', 'ws')}/api/v1/sessions/${id}/events`
    const socket = new WebSocket(url, protocols, { headers })
    socket.on('open', () => {
      resolve(101)
      socket.terminate()
    })
    socket.on('unexpected-response', (_, answer) => {
      resolve(answer.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('error', () => {})
  })

/** Signs in as a browser does. */
const signIn = async (): Promise<{
  readonly cookie: string
  readonly key: string
  readonly code: string
}> => {
  const { url } = world.server.newLink()
  const code = new URL(url).searchParams.get('code') ?? ''
  const { headers } = await ask(`/login?code=${code}`)
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  return { cookie, key: headers['location']?.split('#key=')[1] ?? '', code }
}

const OWN = { authorization: `Bearer ${SERVE_TOKEN}` }

test('the canary: whoever has the token, or the cookie and its key, is answered', async () => {
  const { cookie, key } = await signIn()
  const page = { cookie, 'x-capstan-key': key, origin: world.url, 'sec-fetch-site': 'same-origin' }
  expect((await ask('/api/v1/sessions', OWN)).text).toContain(id)
  expect((await ask('/api/v1/sessions', page)).text).toContain(id)
  expect(await upgrade(OWN)).toBe(101)
  expect(await upgrade({ cookie, origin: world.url }, ['capstan.v1', `capstan.key.${key}`])).toBe(101)
})

const REFUSED: readonly (readonly [string, Headers, number])[] = [
  ['nobody', {}, 401],
  ['another token', { authorization: 'Bearer any' }, 401],
  ['the beginning of the token', { authorization: `Bearer ${SERVE_TOKEN.slice(0, -1)}` }, 401],
  ['the token in another case', { authorization: `Bearer ${SERVE_TOKEN.toUpperCase()}` }, 401],
  ['the token without its scheme', { authorization: SERVE_TOKEN }, 401],
  ['the token as a cookie', { cookie: `capstan=${SERVE_TOKEN}` }, 401],
  ['a page of a foreign site', { ...OWN, origin: 'https://evil.example' }, 403],
  ['a page of another port', { ...OWN, origin: 'http://127.0.0.1:1' }, 403],
  ['a page in a frame without an origin', { ...OWN, origin: 'null' }, 403],
  ['a browser that keeps the origin to itself', { ...OWN, 'sec-fetch-site': 'cross-site' }, 403],
  ['a page of another port that is the same site', { ...OWN, 'sec-fetch-site': 'same-site' }, 403],
  ['a host name that was pointed here', { ...OWN, host: 'evil.example' }, 403],
  ['a host name that begins like ours', { ...OWN, host: '127.0.0.1.evil.example' }, 403],
  ['our address with another port', { ...OWN, host: '127.0.0.1:1' }, 403],
  ['a host with user information', { ...OWN, host: 'evil@127.0.0.1' }, 403],
]
test.each(REFUSED)('%s gets nothing, neither over HTTP nor over a WebSocket', async (_, headers, status) => {
  const answer = await ask('/api/v1/sessions', headers)
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain(id)
  expect(await upgrade(headers)).toBe(status)
})

test('a code works once, and what it was exchanged for is neither cookie nor key alone', async () => {
  const { cookie, key, code } = await signIn()
  const again = await ask(`/login?code=${code}`)
  expect(again.headers['set-cookie']).toBeUndefined()
  expect(again.status).toBe(401)
  for (const headers of [
    { cookie },
    { 'x-capstan-key': key },
    { cookie, 'x-capstan-key': 'x' },
    { cookie: `${cookie}x`, 'x-capstan-key': key },
  ])
    expect((await ask('/api/v1/sessions', headers as Headers)).status).toBe(401)
})

test('the cookie is for this browser alone: HttpOnly, SameSite=Strict, named after the port', async () => {
  const link = new URL(world.server.newLink().url)
  const { headers } = await ask(`${link.pathname}${link.search}`)
  const [cookie = ''] = [headers['set-cookie']].flat()
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/)
  expect(cookie.startsWith(`capstan_${new URL(world.url).port}=`)).toBe(true)
})

test('too many wrong tokens are told to wait, and the right one is not', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 15; at += 1)
    statuses.push((await ask('/api/v1/sessions', { authorization: `Bearer wrong-${at}` })).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await ask('/api/v1/sessions', OWN)).status).toBe(200)
})

test('every answer forbids frames, scripts of others, sniffing and keeping; none invites other origins', async () => {
  for (const path of ['/', '/api/v1/health', '/api/v1/sessions', '/none', '/login?code=x']) {
    const { headers } = await ask(path)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
  }
  expect((await ask('/api/v1/sessions', { origin: 'https://evil.example' }, 'OPTIONS')).status).toBe(403)
})

test('a form of any page cannot say anything: bodies are JSON and nothing else', async () => {
  const sent = await fetch(`${world.url}/api/v1/sessions/${id}/ops`, {
    method: 'POST',
    headers: { ...OWN, 'content-type': 'text/plain' },
    body: JSON.stringify({ op: { type: 'submit', content: 'hi' } }),
  })
  expect(sent.status).toBe(400)
  expect(world.engines.get(id)?.ops).toEqual([])
})

test('a code and a cookie end', async () => {
  const link = new URL(world.server.newLink().url)
  const { cookie, key } = await signIn()
  now += 11 * 60_000
  expect((await ask(`${link.pathname}${link.search}`)).status).toBe(401)
  expect((await ask('/api/v1/sessions', { cookie, 'x-capstan-key': key })).status).toBe(200)
  now += 31 * 24 * 3_600_000
  expect((await ask('/api/v1/sessions', { cookie, 'x-capstan-key': key })).status).toBe(401)
})

test('with TLS files it speaks https, and its cookie goes nowhere else', async () => {
  await using safe = await openServeWorld([], {
    listen: { hostname: '127.0.0.1', port: 0, names: [], tls: LOOPBACK_CERTIFICATE },
  })
  const link = safe.server.newLink().url
  const cookie = await new Promise<string>((resolve, reject) => {
    const sent = httpsRequest(link, { ca: LOOPBACK_CERTIFICATE.cert }, answer => {
      answer.resume()
      resolve(String(answer.headers['set-cookie']))
    })
    sent.on('error', reject)
    sent.end()
  })
  expect([new URL(link).protocol, cookie.endsWith('; Secure')]).toEqual(['https:', true])
})

test('the token is in no answer and no log', async () => {
  const { cookie, key } = await signIn()
  const texts = await Promise.all(
    ['/api/v1/server', '/api/v1/openapi.json', '/api/v1/sessions', `/api/v1/sessions/${id}/queries/none`].map(
      async path => (await ask(path, OWN)).text,
    ),
  )
  for (const secret of [SERVE_TOKEN, cookie, key])
    expect([...texts, ...world.logged].join('\n')).not.toContain(secret)
})
