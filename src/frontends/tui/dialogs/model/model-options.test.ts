import { expect, test } from 'vitest'
import type { CacheLine } from '../../../../protocol/cache.ts'
import { EFFORTS } from '../../../../protocol/model.ts'
import type { ModelRow, ProviderModels } from '../../ports/models-port.ts'
import { loadWords } from '../../text/words.ts'
import { type ModelLists, modelOptions, stepEffort, warmTokens } from './model-options.ts'

const line = (more: Partial<CacheLine>): CacheLine => ({
  at: new Date(1_000_000).toISOString(),
  source: 'main',
  model: 'm',
  input: 10,
  cacheRead: 100,
  cacheWrite: 5,
  shared: 0,
  ...more,
})
const report = (...requests: readonly CacheLine[]) => ({ requests, hitRatio: 0, lostTokens: 0 })

test.each([
  ['nothing was asked yet', report(), 0],
  [
    'the last request of the conversation counts',
    report(line({}), line({ source: 'side', cacheRead: 9_000 })),
    115,
  ],
  ['what nobody cached is not lost', report(line({ cacheRead: 0, cacheWrite: 0 })), 0],
  ['after a while it is cold anyway', report(line({ at: new Date(600_000).toISOString() })), 0],
])('%s', (_name, cache, tokens) => {
  expect(warmTokens(cache, 1_000_000)).toBe(tokens)
})

const row = (value: string, more: Partial<ModelRow> = {}): ModelRow => ({
  value,
  known: true,
  window: 200_000,
  price: { input: 3, output: 15 },
  ...more,
})

const LISTED: readonly ProviderModels[] = [
  {
    title: 'Google Gemini',
    access: { kind: 'no-key', variables: ['A', 'B'] },
    models: [row('gemini/flash')],
  },
  {
    title: 'vLLM',
    access: { kind: 'not-running', url: 'http://127.0.0.1:8000/v1' },
    models: [row('vllm/x')],
  },
  {
    title: 'Amazon Bedrock',
    access: { kind: 'account', account: 'AWS', variables: ['T'] },
    models: [row('bedrock/c')],
  },
  { title: 'Azure OpenAI', access: { kind: 'key', source: 'KEY' }, models: [] },
  { title: 'Anthropic', access: { kind: 'key', source: 'KEY' }, models: [row('a'), row('b\u001b[31m')] },
  {
    title: 'Ollama',
    access: { kind: 'running' },
    models: [
      row('ollama/q', { price: { input: 0, output: 0 }, window: 1_050_000 }),
      { value: 'ollama/mine', known: false, window: 200_000 },
    ],
  },
]

const shown = async (lists: ModelLists, language: 'en' | 'zh' = 'en') => {
  const { panels } = await loadWords(language)
  return modelOptions(lists, panels).map(
    ({ label, detail, heading, disabled, folded }) =>
      `${folded ? '(' : ''}${heading ? '#' : disabled ? '-' : '+'} ${label.replace(/ +$/, '')} | ${detail}`,
  )
}

test('models stand under their provider with window and price, those that can be used first', async () => {
  const models = [
    { value: 'a', displayName: 'A', description: 'old' },
    { value: 'house', displayName: 'house', description: '5 tokens' },
  ]
  expect(await shown({ models, listed: LISTED, current: 'a' })).toEqual([
    '# Anthropic | KEY',
    '+ ✓ a | 200K   $3 / $15',
    '+   b\\u{1b}[31m | 200K   $3 / $15',
    '# Ollama | running',
    '+   ollama/q | 1.05M  free',
    '+   ollama/mine | 200K?  price unknown',
    '# Other | ',
    '+   house | 5 tokens',
    '+   3 more providers need a key, an account or a running server | undefined',
    '(# Amazon Bedrock | uses your AWS account, or T',
    '(+   bedrock/c | 200K   $3 / $15',
    '(# Google Gemini | set A or B to use these',
    '(-   gemini/flash | 200K   $3 / $15',
    '(# vLLM | not running at http://127.0.0.1:8000/v1',
  ])
  const unfolded = await shown({ models, listed: LISTED, current: 'a', unfolded: true })
  expect(unfolded.filter(line => line.includes('(') || line.includes('more providers'))).toEqual([])
  expect(unfolded).toContain('# vLLM | not running at http://127.0.0.1:8000/v1')
  // The provider of the model in use is never folded.
  expect(await shown({ models, listed: LISTED, current: 'gemini/flash' })).toContain(
    '+ ✓ gemini/flash | 200K   $3 / $15',
  )
  expect(
    (await shown({ models: [], listed: LISTED, current: 'a', unfolded: true }, 'zh')).filter(
      line => line[0] === '#',
    ),
  ).toEqual([
    '# Anthropic | KEY',
    '# Ollama | 运行中',
    '# Amazon Bedrock | 使用你的 AWS 账号，或 T',
    '# Google Gemini | 设置 A 或 B 后可用',
    '# vLLM | 未在 http://127.0.0.1:8000/v1 运行',
  ])
})

test('until anybody is found, what the session can switch to is offered, with the one in use', async () => {
  const models = [{ value: 'a', displayName: 'A', description: 'd' }]
  expect(await shown({ models, listed: [], current: 'mine' })).toEqual(['+ ✓ mine | ', '+   a | d'])
})

test('effort goes from the default to the most and no further', () => {
  let effort = stepEffort(undefined, -1)
  expect(effort).toBeUndefined()
  const seen = EFFORTS.map(() => {
    effort = stepEffort(effort, 1)
    return effort
  })
  expect(seen).toEqual(EFFORTS)
  expect(stepEffort('max', 1)).toBe('max')
  expect(stepEffort('low', -1)).toBeUndefined()
})
