import { expect, test } from 'vitest'
import { PROVIDERS } from '../../features/models/providers/index.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { searchesItself } from './connect-models.ts'
import { knownProviders } from './known-providers.ts'

const searching = (
  env: Readonly<Record<string, string>>,
  providers: readonly Provider[] = PROVIDERS,
): readonly string[] => providers.filter(each => searchesItself(each, env)).map(({ name }) => name)

test.each([
  [{}, ['anthropic', 'openai', 'gemini']],
  [{ ANTHROPIC_BASE_URL: 'https://api.anthropic.com' }, ['anthropic', 'openai', 'gemini']],
  [{ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }, ['gemini']],
  [
    { ANTHROPIC_BASE_URL: 'https://api.anthropic.com.evil.test', GEMINI_BASE_URL: 'http://gw.test' },
    ['openai'],
  ],
])('with %j these providers search: %j', (env, names) => {
  expect(searching(env)).toEqual(names)
})

test('a provider whose address the settings changed does not', () => {
  const known = knownProviders({ providers: { anthropic: { baseUrl: 'https://gateway.test' } } })
  expect(searching({}, known.slice(0, 1))).toEqual([])
})
