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

test.each([
  [{}, false],
  [{ ENABLE_TOOL_SEARCH: 'auto:5' }, false],
  [{ ENABLE_TOOL_SEARCH: 'true' }, false],
  [{ ENABLE_TOOL_SEARCH: 'false' }, true],
  [{ ENABLE_TOOL_SEARCH: 'true', CAPSTAN_ENABLE_TOOL_SEARCH: '0' }, true],
])('with %j the deferring of tools is off: %j', (env, off) => {
  expect(readEnvironment(env).toolSearchOff).toBe(off)
})

test.each([
  ['team-1', 'team-1'],
  ['../../etc', '..-..-etc'],
  ['..', undefined],
])('the task list named %j is kept in %j', (id, name) => {
  expect(readEnvironment({ CLAUDE_CODE_TASK_LIST_ID: id }).taskListId).toBe(name)
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
    maxThinkingTokens: undefined,
    effort: undefined,
  })
})

test('a limit that cannot be read is refused, not taken for none', () => {
  expect(() => readEnvironment({ CAPSTAN_MAX_TURNS: 'ten' })).toThrow('must be a positive number')
  expect(() => readEnvironment({ CAPSTAN_AUTOCOMPACT_PCT_OVERRIDE: '140' })).toThrow(
    'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE (or the same with CAPSTAN_) must be a positive number up to 100, not "140".',
  )
  expect(readEnvironment({ CAPSTAN_MAX_TURNS: '10' }).maxTurns).toBe(10)
})

test('what is chosen for commands is read within bounds', () => {
  const read = (env: Record<string, string>) => readEnvironment(env).shell
  expect([
    read({}),
    read({ BASH_DEFAULT_TIMEOUT_MS: 'x', BASH_MAX_OUTPUT_LENGTH: '-5' }),
    read({
      BASH_DEFAULT_TIMEOUT_MS: '5000',
      CAPSTAN_BASH_MAX_TIMEOUT_MS: '99999999999999',
      BASH_MAX_OUTPUT_LENGTH: '900000',
      CAPSTAN_DISABLE_BACKGROUND_TASKS: '1',
    }),
  ]).toEqual([
    {},
    {},
    {
      defaultTimeoutMs: 5000,
      maxTimeoutMs: 2 ** 31 - 1,
      maxOutputChars: 150_000,
      backgroundOff: true,
    },
  ])
})

test.each([
  [{}, { autoCompactWindow: undefined, autoCompactPercent: undefined, backgroundOff: false }],
  [
    { CAPSTAN_AUTO_COMPACT_WINDOW: '90000', CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '40' },
    { autoCompactWindow: 90_000, autoCompactPercent: 40, backgroundOff: false },
  ],
  [
    { CAPSTAN_AUTOCOMPACT_PCT_OVERRIDE: '100', CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    { autoCompactWindow: undefined, autoCompactPercent: 100, backgroundOff: true },
  ],
  [
    { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: 'true' },
    { autoCompactWindow: undefined, autoCompactPercent: undefined, backgroundOff: true },
  ],
])('what %j says about compaction', (env, said) => {
  expect(readEnvironment(env)).toMatchObject(said)
})

test.each([
  [{}, {}],
  [{ MCP_SERVER_CONNECTION_BATCH_SIZE: '5' }, { local: 5 }],
  [{ MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE: '7.9' }, { remote: 7 }],
  [
    { MCP_SERVER_CONNECTION_BATCH_SIZE: '0.5', MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE: '9999' },
    { local: 1, remote: 100 },
  ],
  [{ MCP_SERVER_CONNECTION_BATCH_SIZE: '0', MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE: 'many' }, {}],
])('%j says how many servers start at a time', (env, expected) => {
  expect(readEnvironment(env).servers.startAtOnce).toEqual(expected)
})
