import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelRequest, never, readStream } from '../../../../../test/support/model-contract.ts'
import type { ApiMessage, ModelRequest } from '../../../../protocol/model.ts'
import { asRecord, parsedJson } from '../../json-shape.ts'
import { MORE_PROVIDERS } from '../all.ts'
import { createProviderModel } from '../create-model.ts'
import type { Provider } from '../provider.ts'

/** Streams and refusals as each provider's public pages and its users' reports show them; docs/providers.md names the pages. */
const sse = (...chunks: readonly object[]): string =>
  [...chunks.map(chunk => JSON.stringify(chunk)), '[DONE]'].map(data => `data: ${data}\n\n`).join('')
const chunk = (delta: object, finish: string | null = null, more: object = {}): object => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})
const CALL = { index: 0, id: 'call_1', type: 'function', function: { name: 'Read', arguments: '' } }
const args = (text: string): object => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })
const counted = (cached: object): object => ({
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, ...cached },
})
const DETAILED = counted({ prompt_tokens_details: { cached_tokens: 64 } })

/** Thoughts in this field, a call in pieces, then what it cost: in a chunk of its own, or with the last words. */
const chatStream = (field: string, usage: 'own' | 'last', cached: object = DETAILED): string =>
  sse(
    chunk({ role: 'assistant', content: '', [field]: 'Hm. ' }),
    chunk({ content: null, [field]: 'Yes.' }),
    chunk({ content: 'I look.' }),
    chunk({ tool_calls: [CALL] }),
    chunk(args('{"file_')),
    chunk(args('path":"a"}')),
    chunk({}, 'tool_calls', usage === 'last' ? cached : {}),
    ...(usage === 'own' ? [{ id: 'c1', object: 'chat.completion.chunk', choices: [], ...cached }] : []),
  )

const event = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
const piece = (index: number, delta: object): string => event('content_block_delta', { index, delta })
const block = (index: number, content_block: object, ...deltas: readonly object[]): string =>
  event('content_block_start', { index, content_block }) +
  deltas.map(delta => piece(index, delta)).join('') +
  event('content_block_stop', { index })

/** As the services that speak Messages write it: some say what a request cost at its end only. */
const messagesStream = (signature: string): string =>
  event('message_start', {
    message: {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      usage: { input_tokens: 0, output_tokens: 0 },
    },
  }) +
  block(
    0,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking: 'Hm. Yes.' },
    { type: 'signature_delta', signature },
  ) +
  block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'I look.' }) +
  block(
    2,
    { type: 'tool_use', id: 'call_1', name: 'Read', input: {} },
    { type: 'input_json_delta', partial_json: '{"file_' },
    { type: 'input_json_delta', partial_json: 'path":"a"}' },
  ) +
  event('message_delta', {
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { input_tokens: 36, cache_read_input_tokens: 64, output_tokens: 20 },
  }) +
  event('message_stop', {})

const openai = (message: string, code: string | null, type = 'invalid_request_error'): object => ({
  error: { message, type, param: null, code },
})
const numbered = (code: string, message: string): object => ({ error: { code, message } })

interface Row {
  /** In which field thoughts come, and where the usage is; absent: as Messages. */
  readonly stream?: readonly [field: string, usage: 'own' | 'last', cached?: object]
  /** With thinking on and off, what is sent for it. */
  readonly on?: object
  readonly off?: object
  /** Under which name thoughts go back; absent: they do not. */
  readonly back?: string
  readonly refused: readonly [status: number, body: object, kind: string, waitMs?: number]
}

const DASHSCOPE_LIMIT = [
  429,
  openai('You exceeded your current requests list.', 'limit_requests'),
  'rate_limit',
] as const
const QWEN: Row = {
  stream: ['reasoning_content', 'own'],
  on: { enable_thinking: true, thinking_budget: 2000 },
  off: { enable_thinking: false },
  back: 'reasoning_content',
  refused: [
    400,
    openai('Access denied, please make sure your account is in good standing.', 'Arrearage'),
    'billing_error',
  ],
}
const KIMI: Row = {
  stream: ['reasoning_content', 'last', counted({ cached_tokens: 64 })],
  on: { thinking: { type: 'enabled' } },
  off: { thinking: { type: 'disabled' } },
  back: 'reasoning_content',
  refused: [
    429,
    {
      error: {
        message: 'Your account reached max request: 3, please try again after 1 seconds',
        type: 'rate_limit_reached_error',
      },
    },
    'rate_limit',
  ],
}
const GLM: Row = {
  ...KIMI,
  stream: ['reasoning_content', 'last'],
  on: { thinking: { type: 'enabled' }, reasoning_effort: 'medium' },
  refused: [
    429,
    numbered('1113', 'Insufficient balance or no resource package. Please recharge.'),
    'billing_error',
  ],
}
const ZAI_LIMIT: Row['refused'] = [
  429,
  numbered('1308', 'Usage limit reached for 5 hour. Your limit will reset at 2026-09-09 05:38:28'),
  'rate_limit',
  2 * 3_600_000,
]
const GLM_LIMIT: Row['refused'] = [
  429,
  numbered('1308', '已达到 5 小时的使用上限。您的限额将在 2026-09-09 05:38:28 重置。'),
  'rate_limit',
  2 * 3_600_000,
]
const ARK: Row = {
  ...GLM,
  refused: [
    429,
    {
      error: {
        code: 'AccountQuotaExceeded',
        message: 'You have exceeded the 5-hour usage quota. It will reset at 2026-09-09 05:38:28 +0800 CST.',
        type: 'TooManyRequests',
      },
    },
    'rate_limit',
    2 * 3_600_000,
  ],
}
const MESSAGES: Row = {
  refused: [
    401,
    { type: 'error', error: { type: 'authentication_error', message: 'Invalid API key' } },
    'authentication_failed',
  ],
}
const MINIMAX_LIMIT: Row['refused'] = [
  429,
  {
    type: 'error',
    error: {
      type: 'rate_limit_error',
      message:
        'usage limit exceeded, 5-hour usage limit reached for Token Plan Starter (0/0 used), resets at 2026-09-08T21:38:28Z (2056)',
    },
  },
  'rate_limit',
  2 * 3_600_000,
]
const MINIMAX: Row = { ...MESSAGES, refused: MINIMAX_LIMIT }
const MINIMAX_CHAT: Row = {
  stream: ['reasoning_content', 'last'],
  refused: [401, { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }, 'billing_error'],
}
const TENCENT: Row = {
  stream: ['reasoning_content', 'own'],
  refused: [
    400,
    { error: { message: 'Incorrect API key provided', type: 'runtime_error', code: '2003' } },
    'authentication_failed',
  ],
}
const LKEAP: Row = { ...TENCENT, on: KIMI.on ?? {}, off: KIMI.off ?? {}, back: 'reasoning_content' }
const QIANFAN: Row = {
  stream: ['reasoning_content', 'last'],
  back: 'reasoning_content',
  refused: [
    429,
    {
      error: {
        code: 'rpm_rate_limit_exceeded',
        message: 'Rate limit reached for RPM',
        type: 'rate_limit_exceeded',
      },
    },
    'rate_limit',
  ],
}
const STEP: Row = {
  stream: ['reasoning', 'last', counted({ cached_tokens: 64 })],
  on: { reasoning_effort: 'medium' },
  back: 'reasoning',
  refused: [402, openai('Your balance is insufficient', null, 'quota_exceeded'), 'billing_error'],
}
const EFFORT = { reasoning_effort: 'medium' }

const ROWS: Readonly<Record<string, Row>> = {
  openrouter: {
    stream: ['reasoning', 'own'],
    on: { reasoning: { effort: 'medium' } },
    refused: [402, { error: { message: 'This request requires more credits', code: 402 } }, 'billing_error'],
  },
  groq: {
    stream: ['reasoning', 'own'],
    on: EFFORT,
    refused: [
      429,
      openai('Rate limit reached for model. Please try again in 7.66s.', 'rate_limit_exceeded', 'tokens'),
      'rate_limit',
      7660,
    ],
  },
  mistral: {
    stream: ['unknown', 'last'],
    refused: [401, { detail: 'Unauthorized' }, 'authentication_failed'],
  },
  deepseek: {
    stream: [
      'reasoning_content',
      'last',
      counted({ prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }),
    ],
    back: 'reasoning_content',
    refused: [402, openai('Insufficient Balance', 'invalid_request_error', 'unknown_error'), 'billing_error'],
  },
  xai: {
    stream: ['reasoning_content', 'own'],
    on: EFFORT,
    refused: [
      400,
      { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***x.' },
      'authentication_failed',
    ],
  },
  'deepseek-anthropic': MESSAGES,
  qwen: QWEN,
  'qwen-anthropic': MESSAGES,
  'qwen-intl': { ...QWEN, refused: DASHSCOPE_LIMIT },
  'qwen-intl-anthropic': MESSAGES,
  'qwen-coding': { ...QWEN, refused: DASHSCOPE_LIMIT },
  'qwen-coding-anthropic': MESSAGES,
  'qwen-coding-intl': QWEN,
  'qwen-coding-intl-anthropic': MESSAGES,
  kimi: KIMI,
  'kimi-anthropic': MESSAGES,
  'kimi-intl': KIMI,
  'kimi-intl-anthropic': MESSAGES,
  'kimi-coding': KIMI,
  'kimi-coding-anthropic': MESSAGES,
  glm: GLM,
  'glm-coding': { ...GLM, refused: GLM_LIMIT },
  'glm-anthropic': { ...MESSAGES, refused: GLM_LIMIT },
  zai: {
    ...GLM,
    refused: [
      429,
      numbered('1305', 'The service may be temporarily overloaded, please try again later'),
      'overloaded',
    ],
  },
  'zai-coding': { ...GLM, refused: ZAI_LIMIT },
  'zai-anthropic': { ...MESSAGES, refused: ZAI_LIMIT },
  doubao: {
    ...ARK,
    refused: [
      401,
      openai("The API key doesn't exist.", 'AuthenticationError', 'Unauthorized'),
      'authentication_failed',
    ],
  },
  'doubao-coding': ARK,
  'doubao-coding-anthropic': { ...MESSAGES, refused: ARK.refused },
  minimax: MINIMAX,
  'minimax-chat': MINIMAX_CHAT,
  'minimax-intl': MINIMAX,
  'minimax-intl-chat': MINIMAX_CHAT,
  siliconflow: {
    ...QWEN,
    stream: ['reasoning_content', 'last'],
    refused: [
      403,
      { code: 30001, message: 'Sorry, your account balance is insufficient: no credits', data: null },
      'billing_error',
    ],
  },
  'siliconflow-anthropic': MESSAGES,
  'siliconflow-intl': {
    ...QWEN,
    refused: [429, { code: 20035, message: 'TPM limit reached.', data: null }, 'rate_limit'],
  },
  hunyuan: TENCENT,
  'hunyuan-anthropic': MESSAGES,
  lkeap: LKEAP,
  'lkeap-anthropic': MESSAGES,
  'tencent-coding': LKEAP,
  qianfan: QIANFAN,
  'qianfan-anthropic': MESSAGES,
  'qianfan-coding': QIANFAN,
  'qianfan-coding-anthropic': MESSAGES,
  stepfun: STEP,
  'stepfun-anthropic': MESSAGES,
  'stepfun-intl': STEP,
  'stepfun-intl-anthropic': MESSAGES,
  'stepfun-plan': STEP,
  'stepfun-plan-intl': STEP,
  fireworks: {
    stream: ['reasoning_content', 'last'],
    on: EFFORT,
    back: 'reasoning_content',
    refused: [
      404,
      openai('Model not found, inaccessible, and/or not deployed', 'NOT_FOUND'),
      'model_not_found',
    ],
  },
  together: {
    stream: ['reasoning', 'last'],
    on: EFFORT,
    back: 'reasoning',
    refused: [
      429,
      openai(
        'You have reached the rate limit specific to this model',
        'model_rate_limit',
        'model_rate_limit',
      ),
      'rate_limit',
    ],
  },
  cerebras: {
    stream: ['reasoning', 'own'],
    on: EFFORT,
    back: 'reasoning',
    refused: [
      429,
      {
        message: 'Tokens per minute limit exceeded - too many tokens processed.',
        type: 'too_many_tokens_error',
        param: 'quota',
        code: 'token_quota_exceeded',
      },
      'rate_limit',
    ],
  },
  nvidia: {
    stream: ['reasoning_content', 'own'],
    refused: [
      404,
      { status: 404, title: 'Not Found', detail: 'Function not found for account' },
      'model_not_found',
    ],
  },
  huggingface: {
    stream: ['reasoning', 'own'],
    on: EFFORT,
    refused: [
      402,
      { error: 'You have exceeded your monthly included credits for Inference Providers.' },
      'billing_error',
    ],
  },
  vercel: {
    stream: ['reasoning', 'own'],
    on: { reasoning: { effort: 'medium' } },
    refused: [
      402,
      openai(
        'Insufficient funds. Please add credits to your account to continue using AI services.',
        null,
        'insufficient_funds',
      ),
      'billing_error',
    ],
  },
  'vercel-anthropic': MESSAGES,
  cloudflare: {
    stream: ['reasoning_content', 'own'],
    on: EFFORT,
    refused: [
      401,
      {
        success: false,
        errors: [{ code: 10000, message: 'Authentication error' }],
        messages: [],
        result: null,
      },
      'authentication_failed',
    ],
  },
  'ollama-cloud': {
    stream: ['reasoning', 'own'],
    on: EFFORT,
    back: 'reasoning',
    refused: [429, { error: 'you have reached your hourly usage limit' }, 'rate_limit'],
  },
  copilot: {
    stream: ['reasoning_text', 'own'],
    on: EFFORT,
    refused: [
      403,
      { error: { message: 'Access to this endpoint is forbidden', code: 'forbidden' } },
      'authentication_failed',
    ],
  },
}

interface Asked {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

const asked: Asked[] = []
let answer: { readonly status: number; readonly text: string }
/** Two hours before the limits of the refusals end, by the server's own clock. */
const DATE = 'Tue, 08 Sep 2026 19:38:28 GMT'
const server = createServer((request, response) => {
  const read: Buffer[] = []
  request.on('data', (data: Buffer) => read.push(data))
  request.on('end', () => {
    const body = asRecord(parsedJson(Buffer.concat(read).toString()))
    asked.push({ url: request.url ?? '', headers: request.headers, body })
    const type = answer.status === 200 ? 'text/event-stream' : 'application/json'
    response.writeHead(answer.status, { 'content-type': type, date: DATE })
    response.end(answer.text)
  })
})
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise(resolve => server.close(resolve)))

const ask = async (provider: Provider, request: ModelRequest, [status, text]: readonly [number, string]) => {
  answer = { status, text }
  const { port } = server.address() as AddressInfo
  const url = new URL(provider.endpoint.url || 'https://house.test/ai/v1')
  const [scheme] = provider.auth
  const model = await createProviderModel(provider, {
    baseUrl: `http://127.0.0.1:${port}${url.pathname.replace(/\/$/, '')}`,
    userAgent: 'test',
    authorize: () => scheme?.headers('the-key') ?? {},
  })
  return await readStream(model.stream(request, never()))
}

const THINKING = { type: 'enabled', budget_tokens: 2000 } as const

test('every row has its fixture', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(MORE_PROVIDERS.map(({ name }) => name).toSorted())
})

test.each(MORE_PROVIDERS)(
  '$name: its stream, its thoughts, its calls, what it cost, its refusal',
  async provider => {
    const row = ROWS[provider.name] as Row
    const isChat = provider.protocol === 'openai-chat'
    const [field, usage, cached] = row.stream ?? ['', 'own']
    const stream = isChat ? chatStream(field, usage, cached) : messagesStream('sig')
    asked.length = 0
    const first = { ...modelRequest(), thinking: THINKING }
    const { reply } = await ask(provider, first, [200, stream])
    const content = reply?.content ?? []
    const thoughts = content.flatMap(each => (each.type === 'thinking' ? [each.thinking] : []))
    const known = /^reasoning(?:_content)?$/.test(field) || !isChat
    expect(thoughts).toEqual(known ? ['Hm. Yes.'] : [])
    expect(content.filter(({ type }) => type !== 'thinking')).toEqual([
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: expect.any(String), name: 'Read', input: { file_path: 'a' } },
    ])
    expect(reply).toMatchObject({
      stopReason: 'tool_use',
      usage: { input_tokens: 36, cache_read_input_tokens: 64, output_tokens: 20 },
    })
    const base = new URL(provider.endpoint.url || 'https://house.test/ai/v1').pathname.replace(/\/$/, '')
    expect(asked[0]?.url).toBe(`${base}${isChat ? '/chat/completions' : '/v1/messages'}`)
    expect(asked[0]?.headers.authorization).toBe('Bearer the-key')
    if (isChat) expect(asked[0]?.body).toMatchObject(row.on ?? {})

    const results = content.flatMap(each =>
      each.type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: each.id, content: 'x' } as const] : [],
    )
    const messages: readonly ApiMessage[] = [
      ...first.messages,
      { role: 'assistant', content },
      { role: 'user', content: results },
    ]
    await ask(provider, { ...first, messages, thinking: { type: 'disabled' } }, [200, stream])
    const { body } = asked[1] as Asked
    if (isChat) {
      expect(body).toMatchObject(row.off ?? {})
      for (const name of ['reasoning_effort', 'reasoning'])
        expect(Object.hasOwn(body, name), `${name} without thinking`).toBe(false)
      const replied = (body['messages'] as Readonly<Record<string, unknown>>[]).find(
        ({ role }) => role === 'assistant',
      )
      for (const name of ['reasoning_content', 'reasoning'])
        expect(replied?.[name], name).toBe(name === row.back ? 'Hm. Yes.' : undefined)
    }

    const [status, refusal, kind, waitMs] = row.refused
    const { error } = await ask(provider, modelRequest(), [status, JSON.stringify(refusal)])
    expect({ kind: error?.kind, waitMs: error?.retryAfterMs }).toEqual({ kind, waitMs })
  },
)
