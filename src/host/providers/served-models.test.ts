import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { closeServers, freePort, listen } from '../../../test/support/forward-proxy.ts'
import { never } from '../../../test/support/model-contract.ts'
import type { Env } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'
import { readEnvironment } from '../environment.ts'
import { knownProviders } from './known-providers.ts'
import { gatewayCredential } from './provider-credential.ts'
import { servedModels } from './served-models.ts'

afterEach(closeServers)

const serveList = async (asked: string[], body: object): Promise<string> => {
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? '-'}`)
    response.end(JSON.stringify(body))
  })
  return `127.0.0.1:${await listen(server)}`
}

const look = async (env: Env, only: string, settings: Settings = {}) => {
  const environment = readEnvironment(env)
  const asking = { settings, env, said: {}, environment, own: undefined, only, signal: never() }
  return (await servedModels(asking)).get(only)
}

test('a local server is asked at the address of its variable, and what it lists counts', async () => {
  const asked: string[] = []
  const host = await serveList(asked, { object: 'list', data: [{ id: 'qwen3:8b' }, { id: 'qwen3:8b' }, {}] })
  // A proxy is no way to this machine.
  const env = { OLLAMA_HOST: host, HTTP_PROXY: `http://127.0.0.1:${await freePort()}` }
  expect(await look(env, 'ollama')).toEqual(['qwen3:8b'])
  expect(asked).toEqual(['/v1/models -'])
  expect(await look({ OLLAMA_HOST: `127.0.0.1:${await freePort()}` }, 'ollama')).toBeUndefined()
})

test('nobody is asked who is elsewhere by default, or whose models the settings list', async () => {
  const asked: string[] = []
  const host = await serveList(asked, { data: [{ id: 'm' }] })
  expect(await look({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `http://${host}` }, 'openai')).toBeUndefined()
  expect(await look({ OLLAMA_HOST: 'http://gpu.invalid' }, 'ollama')).toBeUndefined()
  const house = { protocol: 'openai-chat', baseUrl: `http://${host}/v1`, models: [{ id: 'x' }] }
  expect(await look({}, 'house', { providers: { House: house } })).toBeUndefined()
  expect(asked).toEqual([])
})

test('a gateway behind the address of the first provider lists its own models', async () => {
  const asked: string[] = []
  const host = await serveList(asked, { data: [{ id: 'team-sonnet' }] })
  expect(await look({ ANTHROPIC_BASE_URL: `http://${host}` }, 'anthropic')).toEqual(['team-sonnet'])
  expect(asked).toEqual(['/v1/models?limit=1000 -'])
})

test('a gateway in front of a cloud signs for everybody: it gets a token, or nothing', async () => {
  const bedrock = knownProviders({}).find(({ name }) => name === 'bedrock')
  const shown = (env: Env) =>
    bedrock &&
    gatewayCredential(bedrock, env)
      ?.create()
      .authorize({ method: 'POST', url: new URL('http://x'), headers: {}, body: [] })
  expect(await shown({})).toBeUndefined()
  expect(await shown({ CLAUDE_CODE_SKIP_BEDROCK_AUTH: '1' })).toEqual({})
  expect(await shown({ CAPSTAN_SKIP_BEDROCK_AUTH: '1', ANTHROPIC_AUTH_TOKEN: 't' })).toEqual({
    authorization: 'Bearer t',
  })
})
