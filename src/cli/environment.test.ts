import { expect, test } from 'vitest'
import { isOn, readEnvironment, variable } from './environment.ts'

test.each([
  [{ CLAUDE_CODE_MAX_RETRIES: '3' }, 'CLAUDE_CODE_MAX_RETRIES', '3'],
  [{ CLAUDE_CODE_MAX_RETRIES: '3', CAPSTAN_MAX_RETRIES: '5' }, 'CLAUDE_CODE_MAX_RETRIES', '5'],
  [{ CAPSTAN_API_TIMEOUT_MS: '9' }, 'API_TIMEOUT_MS', '9'],
  [{ CLAUDE_CONFIG_DIR: '/x' }, 'CLAUDE_CONFIG_DIR', '/x'],
  [{ API_TIMEOUT_MS: '' }, 'API_TIMEOUT_MS', undefined],
])('of %j the variable %s is %j', (env, name, value) => {
  expect(variable(env, name)).toBe(value)
})

test.each([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
  ['', false],
])('a switch set to %j is %j', (value, on) => {
  expect(isOn({ DISABLE_AUTO_COMPACT: value }, 'DISABLE_AUTO_COMPACT')).toBe(on)
})

test('everything is read, and nonsense is as good as nothing', () => {
  const read = readEnvironment({
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_DEFAULT_OPUS_MODEL: 'big',
    ANTHROPIC_DEFAULT_MODEL: 'opus',
    ANTHROPIC_CUSTOM_HEADERS: 'X-One: 1\nno colon\nX-Two: a: b',
    ANTHROPIC_BETAS: 'a, b',
    https_proxy: 'http://p',
    NO_PROXY: 'localhost',
    CAPSTAN_MAX_RETRIES: '0',
    CAPSTAN_MAX_TURNS: 'many',
    MAX_THINKING_TOKENS: '-5',
    CAPSTAN_EFFORT_LEVEL: 'extreme',
  })
  expect(read).toMatchObject({
    apiKey: 'key',
    redirects: { opus: 'big', default: 'opus' },
    headers: { 'X-One': '1', 'X-Two': 'a: b' },
    betas: ['a', 'b'],
    proxy: { https: 'http://p', no: 'localhost' },
    maxRetries: 0,
    maxTurns: undefined,
    maxThinkingTokens: undefined,
    effort: undefined,
  })
})
