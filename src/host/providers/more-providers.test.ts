import { expect, test } from 'vitest'
import type { OpenRequest } from '../../protocol/host.ts'
import { readEnvironment } from '../environment.ts'
import { moreProviders } from './more-providers.ts'
import type { Reaching } from './reach-models.ts'

const isLoaded = async (request: object, settings: object = {}, stored: object = {}): Promise<boolean> => {
  const whole = { env: {}, overrides: {}, ...request } as OpenRequest
  const environment = { ...readEnvironment(whole.env), stored }
  const gathered = { settings, ownEnv: {} }
  return (await moreProviders({ request: whole, environment, gathered } as unknown as Reaching)) !== undefined
}

test.each<[boolean, string, object, object?, object?]>([
  [false, 'a run of the first provider', { env: { ANTHROPIC_API_KEY: 'k' } }],
  [false, 'a model of it by name', { overrides: { model: 'claude-opus-5' } }, { smallFastModel: 'haiku' }],
  [false, 'one that every run knows', { overrides: { model: 'openai/gpt-6.1-sol' } }, { provider: 'ollama' }],
  [true, 'a person, who may choose any', { interactive: true }],
  [true, 'a key', { env: { MOONSHOT_API_KEY: 'k' } }],
  [true, 'a name', { overrides: { model: 'kimi/kimi-k2.6' } }],
  [true, 'a name that nearly is one', { overrides: { model: 'opanai/gpt' } }],
  [true, 'a fallback', {}, { fallbackModel: ['glm/glm-5.2'] }],
  [true, 'a provider of the settings', {}, { provider: 'qwen' }],
  [true, 'what settings say of one', {}, { providers: { kimi: { apiKeyHelper: 'key' } } }],
  [true, 'a key that was saved', {}, {}, { deepseek: { kind: 'key', in: 'keychain', since: 0 } }],
])('%s: who not every run knows is loaded for %s', async (loaded, _, request, settings, stored) => {
  expect(await isLoaded(request, settings, stored)).toBe(loaded)
})
