import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { PROVIDERS } from '../../features/models/providers/index.ts'
import { findServers } from './find-servers.ts'
import { createOnboardingPort, readKey } from './onboarding-port.ts'

const OFFLINE = { CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1' }

/** A server on this machine that answers by path. */
const serve = async (answers: Readonly<Record<string, readonly [number, unknown]>>) => {
  const asked: string[] = []
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const answer = answers[request.url ?? '']
    if (answer?.[0] === 0) return
    response.statusCode = answer?.[0] ?? 404
    response.end(typeof answer?.[1] === 'string' ? answer[1] : JSON.stringify(answer?.[1] ?? {}))
  }
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
const find = (port: number, more: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
  findServers({
    signal: new AbortController().signal,
    servers: [{ name: 'Some', port }],
    timeoutMs: 5_000,
    ...more,
  })
const models = { object: 'list', data: [{ id: 'm1' }, { id: 'm2' }, { id: 'm1' }, {}] }

test('a server that speaks messages is found with its models, and no model is run for that', async () => {
  await using server = await serve({ '/v1/models': [200, models], '/v1/messages': [400, {}] })
  expect(await find(server.port)).toEqual([
    { name: 'Some', baseUrl: `http://127.0.0.1:${server.port}`, models: ['m1', 'm2'], usable: true },
  ])
  expect([...server.asked].sort()).toEqual(['GET /api/tags', 'GET /v1/models', 'POST /v1/messages'])
})

test.each([404, 405, 401, 200, 501])('one that answers a message with %i cannot be used', async status => {
  await using server = await serve({ '/v1/models': [200, models], '/v1/messages': [status, {}] })
  expect((await find(server.port))[0]?.usable).toBe(false)
})

test('models are also found the way Ollama lists them', async () => {
  await using server = await serve({
    '/api/tags': [200, { models: [{ name: 'qwen' }] }],
    '/v1/messages': [400, {}],
  })
  expect((await find(server.port))[0]?.models).toEqual(['qwen'])
})

test.each([
  [{ '/v1/models': [200, 'hello'] }],
  [{ '/v1/models': [200, { data: 7 }] }],
  [{ '/v1/models': [200, ' '.repeat(2 * 1024 * 1024)] }],
  [{}],
] as const)('another program on the port is no server of models (%#)', async answers => {
  await using server = await serve(answers)
  expect(await find(server.port)).toEqual([])
})

test('nobody there, or somebody who does not answer, is no error', async () => {
  await using silent = await serve({ '/v1/models': [0, ''], '/api/tags': [0, ''], '/v1/messages': [0, ''] })
  expect(await find(silent.port, { timeoutMs: 20 })).toEqual([])
  const stop = new AbortController()
  const search = find(silent.port, { signal: stop.signal })
  stop.abort()
  expect(await search).toEqual([])
})

test('each server is told as soon as it answers', async () => {
  await using server = await serve({ '/v1/models': [200, models], '/v1/messages': [422, {}] })
  await using tmp = tmpDir()
  const told: string[] = []
  const port = createOnboardingPort({ configHome: tmp.path, servers: [{ name: 'Some', port: server.port }] })
  await port.findLocal(new AbortController().signal, ({ name }) => void told.push(name))
  expect(told).toEqual(['Some'])
})

test('key, server and demo are taken up', async () => {
  await using tmp = tmpDir()
  const port = createOnboardingPort({ configHome: tmp.path, env: OFFLINE })
  const stored = () => JSON.parse(readFileSync(join(tmp.path, 'credentials.json'), 'utf8'))
  const file = join(tmp.path, 'credentials.json')
  expect(await port.saveKey(' "made-up-key-of-some-length" ')).toEqual({
    kind: 'saved',
    file,
    checked: false,
  })
  expect(stored()).toEqual({ apiKey: 'made-up-key-of-some-length' })
  expect(await port.chooseLocal('http://127.0.0.1:1', 'm')).toBe(file)
  expect(stored()).toEqual({ server: { baseUrl: 'http://127.0.0.1:1', model: 'm' } })
  expect(port.wantsDemo).toBe(false)
  await port.demo()
  expect(port.wantsDemo).toBe(true)
})

const key = 'made-up-key-0123456789'
test.each([key, ` ${key}\n`, `"${key}"`, `export ANTHROPIC_API_KEY='${key}'`, `ANTHROPIC_API_KEY=${key}`])(
  'the key is read out of %j',
  text => {
    expect(readKey(text)).toBe(key)
  },
)

test.each([
  ['short', { kind: 'short' }],
  ['two words that are no key at all', { kind: 'characters' }],
  ['schlüssel-schlüssel-schlüssel', { kind: 'characters' }],
  ['x'.repeat(600), { kind: 'long' }],
  ['sk-proj-0123456789012345678', { kind: 'foreign', of: 'OpenAI' }],
])('%j is no key of the provider', (text, problem) => {
  expect(readKey(text)).toEqual(problem)
})

/** A provider that answers questions about keys with this status. */
const provider = async (status: number, body: unknown) => {
  const server = await serve({ '/v1/models?limit=1': [status, body] })
  const [{ auth, endpoint }] = PROVIDERS
  const row = { auth, endpoint: { ...endpoint, url: `http://127.0.0.1:${server.port}` } }
  return { row, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

test.each([
  [200, {}, { kind: 'saved', checked: true }],
  [500, {}, { kind: 'saved', checked: false }],
  [401, { error: { message: 'invalid x-api-key' } }, { problem: { said: 'invalid x-api-key' } }],
  [403, '<html>', { problem: { kind: 'rejected', said: 'status 403' } }],
])('a key of which the provider says %i is kept or refused with its words', async (status, body, answer) => {
  await using asked = await provider(status, body)
  await using tmp = tmpDir()
  const port = createOnboardingPort({ configHome: tmp.path, provider: asked.row })
  expect(await port.saveKey(key)).toMatchObject(answer)
  expect(existsSync(join(tmp.path, 'credentials.json'))).toBe('kind' in answer)
})

test('signing out takes the stored key away and says what still counts', async () => {
  await using tmp = tmpDir()
  const env = { ...OFFLINE, ANTHROPIC_AUTH_TOKEN: 't' }
  const port = createOnboardingPort({ configHome: tmp.path, env })
  expect(await port.saveKey(key)).toMatchObject({ overriddenBy: 'ANTHROPIC_AUTH_TOKEN' })
  const file = join(tmp.path, 'credentials.json')
  expect(await port.forget()).toEqual({ file, left: 'ANTHROPIC_AUTH_TOKEN' })
  expect(existsSync(file)).toBe(false)
  expect(await port.forget()).toEqual({ left: 'ANTHROPIC_AUTH_TOKEN' })
})

test('a key is checked through the proxy of the environment', async () => {
  await using tmp = tmpDir()
  await using proxy = await serve({ 'http://models.invalid/v1/models?limit=1': [200, {}] })
  const provider = { ...PROVIDERS[0], endpoint: { ...PROVIDERS[0].endpoint, url: 'http://models.invalid' } }
  const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` }
  const port = createOnboardingPort({ configHome: tmp.path, provider, env })
  expect(await port.saveKey(`sk-ant-${'k'.repeat(40)}`)).toMatchObject({ kind: 'saved', checked: true })
  expect(proxy.asked).toEqual(['GET http://models.invalid/v1/models?limit=1'])
})
