import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFakeKeychain } from '../../../test/support/sign-in/fake-keychain.ts'
import { openOAuthServer } from '../../../test/support/sign-in/oauth-server.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findServers } from './find-servers.ts'
import { createOnboardingPort, type OnboardingOptions } from './onboarding-port.ts'

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

const open = (configHome: string, more: Partial<OnboardingOptions> = {}) =>
  createOnboardingPort({ configHome, env: OFFLINE, openKeychain: async () => undefined, ...more })
const key = 'made-up-key-0123456789'

test('key, server and demo are taken up', async () => {
  await using tmp = tmpDir()
  const port = open(tmp.path)
  const file = join(tmp.path, 'credentials.json')
  const stored = () => JSON.parse(readFileSync(file, 'utf8'))
  expect(await port.saveKey(` "${key}" `, 'anthropic')).toEqual({
    kind: 'saved',
    title: 'Anthropic',
    in: 'file',
    file,
    checked: false,
  })
  expect(stored()).toMatchObject({ providers: { anthropic: { apiKey: key } } })
  expect(await port.chooseLocal('http://127.0.0.1:1', 'm')).toBe(file)
  expect(stored()).toEqual({ server: { baseUrl: 'http://127.0.0.1:1', model: 'm' } })
  expect(port.wantsDemo).toBe(false)
  await port.demo()
  expect(port.wantsDemo).toBe(true)
})

test('with a keychain no secret is in the file, and signing out takes it from both', async () => {
  await using tmp = tmpDir()
  const { keychain, secrets } = createFakeKeychain()
  const port = open(tmp.path, { openKeychain: async () => keychain })
  expect(await port.saveKey(key, 'mistral')).toMatchObject({ in: 'keychain', title: 'Mistral' })
  const file = join(tmp.path, 'credentials.json')
  expect(readFileSync(file, 'utf8')).not.toContain(key)
  expect([...secrets.values()]).toEqual([key])
  expect(await port.forget('mistral')).toEqual({ gone: ['Mistral'] })
  expect([secrets.size, existsSync(file)]).toEqual([0, false])
})

test('signing out takes everything that was stored, and says what still counts', async () => {
  await using tmp = tmpDir()
  const port = open(tmp.path, { env: { ...OFFLINE, ANTHROPIC_AUTH_TOKEN: 't' } })
  expect(await port.saveKey(key, 'anthropic')).toMatchObject({ overriddenBy: 'ANTHROPIC_AUTH_TOKEN' })
  await port.saveKey(key, 'xai')
  expect(await port.forget()).toEqual({ gone: ['Anthropic', 'xAI'], left: 'ANTHROPIC_AUTH_TOKEN' })
  expect(existsSync(join(tmp.path, 'credentials.json'))).toBe(false)
  expect(await port.forget()).toEqual({ gone: [], left: 'ANTHROPIC_AUTH_TOKEN' })
})

test('a provider of the settings with a client signs people in, and a page on this machine is opened', async () => {
  await using tmp = tmpDir()
  await using server = await openOAuthServer()
  const house = { protocol: 'openai-chat', baseUrl: 'https://llm.house/v1', oauth: server.client }
  const opened: string[] = []
  const openPage = async (url: string): Promise<boolean> => {
    opened.push(url)
    return true
  }
  const port = open(tmp.path, { settings: () => ({ providers: { House: house } }), openPage })
  expect(port.choices().find(({ name }) => name === 'house')).toEqual({
    name: 'house',
    title: 'House',
    ways: ['browser', 'device', 'key'],
  })
  const answer = await port.signIn(
    { provider: 'house', way: 'browser' },
    new AbortController().signal,
    page => {
      void server.agree(new URL(page.url)).then(back => page.paste?.(back))
    },
  )
  expect(answer).toMatchObject({ kind: 'saved', in: 'file' })
  expect(opened).toHaveLength(1)
  expect(await port.forget('house')).toEqual({ gone: ['House'] })
  expect([...server.revoked]).toEqual([expect.stringMatching(/^refresh-/)])
})

test('over SSH no browser is opened where nobody looks', async () => {
  await using tmp = tmpDir()
  await using server = await openOAuthServer()
  const settings = () => ({ providers: { anthropic: { oauth: server.client } } })
  const port = open(tmp.path, { env: { SSH_CONNECTION: 'x' }, settings, openPage: async () => true })
  const stop = new AbortController()
  const answer = await port.signIn({ provider: 'anthropic', way: 'browser' }, stop.signal, ({ opened }) => {
    if (!opened) stop.abort()
  })
  expect(answer).toMatchObject({ kind: 'failed', because: 'cancelled' })
})
