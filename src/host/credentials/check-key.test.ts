import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ALL_PROVIDERS } from '../../features/models/providers/all.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { checkKey } from './check-key.ts'

const KEY = 'made-up-key-0123456789'
const row = (name: string): Provider => ALL_PROVIDERS.find(each => each.name === name) as Provider

/** A provider that answers questions about keys with this, and what it was asked. */
const serve = async (status = 200, body: unknown = {}) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { authorization, 'x-api-key': key, 'x-goog-api-key': google } = request.headers
    asked.push(`${request.method} ${request.url} ${authorization ?? key ?? google}`)
    response.statusCode = status
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    url,
    at: (provider: Provider): Provider => ({ ...provider, endpoint: { url } }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

test.each([
  ['anthropic', `GET /v1/models?limit=1 ${KEY}`],
  ['openai', `GET /models Bearer ${KEY}`],
  ['gemini', `GET /v1beta/models?pageSize=1 ${KEY}`],
  ['openrouter', `GET /key Bearer ${KEY}`],
  ['groq', `GET /models Bearer ${KEY}`],
])('a key of %s is checked where its servers look for it, and no model is asked', async (name, asked) => {
  await using server = await serve()
  expect(await checkKey(KEY, server.at(row(name)), { env: {} })).toBe('valid')
  expect(server.asked).toEqual([asked])
})

test.each<[number, unknown, unknown]>([
  [500, {}, 'unknown'],
  [401, { error: { message: 'invalid x-api-key.' } }, { said: 'invalid x-api-key' }],
  [403, '<html>', { said: 'status 403' }],
  [403, { error: { message: 'Missing scopes: api.model.read' } }, 'unknown'],
  [
    400,
    { error: { message: 'API key not valid. Please pass a valid API key.' } },
    { said: 'API key not valid. Please pass a valid API key' },
  ],
  [400, { error: 'Incorrect API key provided' }, { said: 'Incorrect API key provided' }],
  [400, { error: 'something else' }, 'unknown'],
])('what a provider says of a key with %i and %j', async (status, body, verdict) => {
  await using server = await serve(status, body)
  expect(await checkKey(KEY, server.at(row('openai')), { env: {} })).toEqual(verdict)
})

test('nobody is asked where no traffic is wanted, or where nothing can be asked', async () => {
  await using server = await serve()
  const env = { CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1' }
  expect(await checkKey(KEY, server.at(row('openai')), { env })).toBe('unknown')
  expect(await checkKey(KEY, server.at(row('github')), { env: {} })).toBe('unknown')
  expect(await checkKey(KEY, row('azure'), { env: {} })).toBe('unknown')
  expect(server.asked).toEqual([])
})

test('a key is checked through the proxy of the environment, at the own address of its provider', async () => {
  await using proxy = await serve()
  const provider = { ...row('openai'), endpoint: { ...row('openai').endpoint, url: 'http://models.invalid' } }
  const env = { HTTP_PROXY: proxy.url, OPENAI_BASE_URL: 'http://elsewhere.invalid' }
  expect(await checkKey(KEY, provider, { env })).toBe('valid')
  expect(proxy.asked).toEqual([`GET http://models.invalid/models Bearer ${KEY}`])
})
