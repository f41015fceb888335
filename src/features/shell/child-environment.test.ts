import { expect, test } from 'vitest'
import { childEnvironment } from './child-environment.ts'

const given = (env: Record<string, string>) =>
  childEnvironment(env, { secretNames: ['OPENAI_API_KEY'], projectDir: '/p' })

test.each([
  ['HTTPS_PROXY', 'http://me:secret@proxy.test:3128', 'http://proxy.test:3128'],
  ['http_proxy', 'me:secret@proxy.test:3128', 'proxy.test:3128'],
  ['ALL_PROXY', 'socks5h://me:se/c@ret@proxy.test', 'socks5h://proxy.test'],
  ['npm_config_https_proxy', 'https://me@proxy.test', 'https://proxy.test'],
  ['HTTP_PROXY', 'http://proxy.test:3128', 'http://proxy.test:3128'],
  ['NO_PROXY', 'localhost,.test', 'localhost,.test'],
  ['MAIL', 'me@mail.test', 'me@mail.test'],
])('children get %s=%s as %s', (name, value, expected) => {
  expect(given({ [name]: value })[name]).toBe(expected)
})

test('credentials of providers do not reach children', () => {
  const env = { OPENAI_API_KEY: 'a', ANTHROPIC_API_KEY: 'b', CAPSTAN_SOME_TOKEN: 'c', KEPT: 'd' }
  expect(Object.values(given(env)).join(' ')).not.toMatch(/\b[abc]\b/)
  expect(given(env)['KEPT']).toBe('d')
})

test.each([
  'INPUT_API_KEY',
  'INPUT_API-KEY',
  'INPUT_ANTHROPIC_API_KEY',
  'INPUT_ANTHROPIC-API-KEY',
  'INPUT_GITHUB_TOKEN',
  'INPUT_PROXY PASSWORD',
  'INPUT_CLIENT_SECRET',
])('%s, an input of a CI step, does not reach children', name => {
  const child = childEnvironment({ [name]: 'x', INPUT_MODEL: 'm' }, { secretNames: [], projectDir: '/p' })
  expect(child).not.toHaveProperty([name])
  expect(child).toMatchObject({ INPUT_MODEL: 'm' })
})
