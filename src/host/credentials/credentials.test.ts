import { expect, test } from 'vitest'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { UnsignedRequest } from '../../protocol/credential.ts'
import { readEnvironment } from '../environment.ts'
import { Connections } from '../models/connections.ts'
import { findCredential, helperCredential, type KeyHelper } from './credentials.ts'

const unsigned: UnsignedRequest = {
  method: 'POST',
  url: new URL('https://model.test'),
  headers: {},
  body: [],
}
const none: KeyHelper = { command: undefined, env: {}, cwd: '/' }
const find = (env: Record<string, string>, helper: KeyHelper = none) =>
  findCredential(anthropic, readEnvironment(env), helper)
const scheme = anthropic.auth[0]!

test('a token goes where tokens go, and only what was found is sent', async () => {
  const found = find({ ANTHROPIC_AUTH_TOKEN: 't' })?.create()
  expect([found?.source, await found?.authorize(unsigned)]).toEqual([
    'ANTHROPIC_AUTH_TOKEN',
    { authorization: 'Bearer t' },
  ])
  expect(find({})).toBeUndefined()
  expect(() => find({ ANTHROPIC_BASE_URL: 'nowhere' })).toThrow(
    expect.objectContaining({ kind: 'provider', message: expect.stringContaining('ANTHROPIC_BASE_URL') }),
  )
})

test('a helper is asked for its key when a session opens, and gets no key itself', async () => {
  const env = { ANTHROPIC_API_KEY: 'hidden', CLAUDE_CODE_OAUTH_TOKEN: 'hidden', NAME: 'made' }
  const command = 'echo "$NAME-$ANTHROPIC_API_KEY$CLAUDE_CODE_OAUTH_TOKEN"'
  const found = find({}, { command, env, cwd: '/' })?.create()
  await found?.prepare?.()
  expect(await found?.authorize(unsigned)).toEqual({ 'x-api-key': 'made-' })
  const broken = find({}, { command: 'exit 3', env, cwd: '/' })?.create()
  await expect(broken?.prepare?.()).rejects.toMatchObject({ name: 'HostError', kind: 'credentials' })
})

test('what a helper said is asked for again when it is too old, once for all who wait', async () => {
  let asked = 0
  let time = 0
  const credential = helperCredential(scheme, {
    ttlMs: 100,
    now: () => time,
    ask: async () => {
      asked += 1
      return `key-${asked}`
    },
  })
  const send = () => credential.authorize(unsigned)
  await credential.prepare?.()
  time = 99
  expect(await send()).toEqual({ 'x-api-key': 'key-1' })
  time = 100
  expect(await Promise.all([send(), send()])).toEqual([{ 'x-api-key': 'key-2' }, { 'x-api-key': 'key-2' }])
})

test('a helper that gives no key any more ends the request, not the session', async () => {
  let key = 'first'
  const credential = helperCredential(scheme, { ttlMs: 0, now: () => 0, ask: async () => key })
  await credential.prepare?.()
  key = ''
  await expect(credential.authorize(unsigned)).rejects.toMatchObject({
    name: 'ModelError',
    kind: 'authentication_failed',
  })
})

test('one connection serves all who come with the same credential to the same provider', () => {
  using connections = new Connections()
  const wish = (env: Record<string, string>, baseUrl?: string) => ({
    provider: anthropic,
    baseUrl,
    found: find(env)!,
    proxy: {},
  })
  const first = connections.find(wish({ ANTHROPIC_API_KEY: 'a' }))
  expect(connections.find(wish({ ANTHROPIC_API_KEY: 'a' }))).toBe(first)
  expect(connections.find(wish({ ANTHROPIC_API_KEY: 'b' }))).not.toBe(first)
  expect(connections.find(wish({ ANTHROPIC_API_KEY: 'a' }, 'https://other.test'))).not.toBe(first)
})
