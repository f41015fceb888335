import { expect, test } from 'vitest'
import type { ModelErrorKind } from '../../protocol/model.ts'
import { classifyError, classifyWith } from './classify-error.ts'
import type { ErrorHeaders } from './errors.ts'
import { PROVIDERS } from './providers/index.ts'

/** What each provider answers, as its public documentation and its users' reports give it. */
interface Row {
  readonly from: string
  readonly status: number | undefined
  readonly body: unknown
  readonly kind: ModelErrorKind
  readonly headers?: ErrorHeaders
  readonly waitMs?: number
}

const openai = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
})
const google = (code: number, status: string, message: string, details: readonly object[] = []) => ({
  error: { code, message, status, details },
})
const RETRY = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }

const KEYS: readonly Row[] = [
  {
    from: 'OpenAI',
    status: 401,
    body: openai('Incorrect API key provided: sk-x.', 'invalid_api_key'),
    kind: 'authentication_failed',
  },
  {
    from: 'Gemini',
    status: 400,
    body: google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { reason: 'API_KEY_INVALID' },
    ]),
    kind: 'authentication_failed',
  },
  {
    from: 'xAI',
    status: 400,
    body: { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***x.' },
    kind: 'authentication_failed',
  },
  {
    from: 'OpenRouter',
    status: 401,
    body: { error: { message: 'No auth credentials found', code: 401 } },
    kind: 'authentication_failed',
  },
  {
    from: 'DeepSeek',
    status: 401,
    body: openai('Authentication Fails, Your api key: ****x is invalid', null, 'authentication_error'),
    kind: 'authentication_failed',
  },
  {
    from: 'Groq',
    status: 401,
    body: openai('Invalid API Key', 'invalid_api_key'),
    kind: 'authentication_failed',
  },
  { from: 'Mistral', status: 401, body: { detail: 'Unauthorized' }, kind: 'authentication_failed' },
  {
    from: 'Azure',
    status: 401,
    body: {
      error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' },
    },
    kind: 'authentication_failed',
  },
  {
    from: 'Bedrock',
    status: 403,
    body: { message: 'The security token included in the request is expired' },
    kind: 'authentication_failed',
  },
  {
    from: 'Vertex',
    status: 401,
    body: [google(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')],
    kind: 'authentication_failed',
  },
]

const MODELS: readonly Row[] = [
  {
    from: 'OpenAI',
    status: 404,
    body: openai('The model `gpt-x` does not exist or you do not have access to it.', 'model_not_found'),
    kind: 'model_not_found',
  },
  {
    from: 'Ollama',
    status: 404,
    body: openai('model "llama9" not found, try pulling it first', null, 'api_error'),
    kind: 'model_not_found',
  },
  {
    from: 'Gemini',
    status: 404,
    body: google(404, 'NOT_FOUND', 'models/gemini-x is not found for API version v1beta'),
    kind: 'model_not_found',
  },
  {
    from: 'Mistral',
    status: 400,
    body: { object: 'error', message: 'Invalid model: mistral-x', type: 'invalid_model', code: '1500' },
    kind: 'model_not_found',
  },
  {
    from: 'OpenRouter',
    status: 400,
    body: { error: { message: 'foo/bar is not a valid model ID', code: 400 } },
    kind: 'model_not_found',
  },
  { from: 'DeepSeek', status: 400, body: openai('Model Not Exist'), kind: 'model_not_found' },
  {
    from: 'GitHub',
    status: 400,
    body: { error: { code: 'unknown_model', message: 'Unknown model: x' } },
    kind: 'model_not_found',
  },
  {
    from: 'Azure',
    status: 404,
    body: {
      error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
    },
    kind: 'model_not_found',
  },
  {
    from: 'Bedrock',
    status: 400,
    body: { message: 'The provided model identifier is invalid.' },
    kind: 'model_not_found',
  },
  {
    from: 'vLLM',
    status: 404,
    body: { object: 'error', message: 'The model `m` does not exist.', type: 'NotFoundError', code: 404 },
    kind: 'model_not_found',
  },
]

const TOO_LONG: readonly Row[] = [
  [
    'OpenAI',
    400,
    openai(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      'context_length_exceeded',
    ),
  ],
  [
    'OpenAI responses',
    undefined,
    {
      error: {
        code: 'context_length_exceeded',
        message: 'Your input exceeds the context window of this model.',
      },
    },
  ],
  [
    'Gemini',
    400,
    google(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
  ],
  [
    'Mistral',
    400,
    {
      object: 'error',
      message:
        'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      type: 'invalid_request_error',
    },
  ],
  [
    'xAI',
    400,
    {
      code: 'x',
      error: "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    },
  ],
  ['Groq', 400, openai('Please reduce the length of the messages or completion.', 'context_length_exceeded')],
  [
    'llama.cpp',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
      },
    },
  ],
  [
    'LM Studio',
    400,
    {
      error:
        'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    },
  ],
  ['Bedrock', 400, { message: 'Input is too long for requested model.' }],
  [
    'GitHub',
    413,
    {
      error: {
        code: 'tokens_limit_reached',
        message: 'Request body too large for gpt-x model. Max size: 8000 tokens.',
      },
    },
  ],
].map(([from, status, body]) => ({ from, status, body, kind: 'prompt_too_long' }) as Row)

const LIMITS: readonly Row[] = [
  {
    from: 'OpenAI without credit',
    status: 429,
    body: openai(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'insufficient_quota',
    ),
    kind: 'billing_error',
  },
  {
    from: 'OpenAI in a minute',
    status: 429,
    body: openai('Rate limit reached for gpt-x. Please try again in 1.2s.', 'rate_limit_exceeded', 'tokens'),
    kind: 'rate_limit',
    waitMs: 1200,
  },
  {
    from: 'OpenAI by its headers',
    status: 429,
    body: openai('Rate limit reached'),
    kind: 'rate_limit',
    headers: {
      'x-ratelimit-remaining-requests': '12',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-reset-tokens': '6m0s',
    },
    waitMs: 360_000,
  },
  {
    from: 'Gemini',
    status: 429,
    body: google(
      429,
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota, please check your plan and billing details.\n* Quota exceeded for metric: x',
      [RETRY],
    ),
    kind: 'rate_limit',
    waitMs: 34_000,
  },
  {
    from: 'Gemini, spent',
    status: 429,
    body: google(
      429,
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota, please check your plan and billing details.',
    ),
    kind: 'billing_error',
  },
  {
    from: 'OpenRouter',
    status: 402,
    body: { error: { message: 'This request requires more credits', code: 402 } },
    kind: 'billing_error',
  },
  { from: 'DeepSeek', status: 402, body: openai('Insufficient Balance'), kind: 'billing_error' },
  {
    from: 'xAI',
    status: 403,
    body: { code: 'forbidden', error: "Your newly created team doesn't have any credits yet." },
    kind: 'billing_error',
  },
  {
    from: 'Mistral',
    status: 429,
    body: {
      message: 'Service tier capacity exceeded for this model.',
      type: 'service_tier_capacity_exceeded',
    },
    kind: 'overloaded',
  },
  {
    from: 'Gemini, full',
    status: 503,
    body: google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    kind: 'overloaded',
  },
  {
    from: 'OpenRouter within a stream',
    status: undefined,
    body: { error: { code: 429, message: 'Rate limited upstream' } },
    kind: 'rate_limit',
  },
  {
    from: 'a gateway within a stream',
    status: undefined,
    body: { error: { code: 502, message: 'Bad gateway' } },
    kind: 'server_error',
  },
]

const named = (what: string, rows: readonly Row[]) => rows.map(row => ({ what, ...row }))

test.each([
  ...named('a wrong or expired key', KEYS),
  ...named('an unknown model', MODELS),
  ...named('a conversation that is too long', TOO_LONG),
  ...named('a limit', LIMITS),
])('$from: $what is $kind, in one clear sentence', ({ status, body, kind, headers = {}, waitMs }) => {
  const error = classifyError(status, JSON.stringify(body), headers)
  expect({ kind: error.kind, waitMs: error.retryAfterMs }).toEqual({ kind, waitMs })
  expect(error.message).toMatch(/^(?:The|This|An) [^{}\n]{20,500}\.$/)
})

const geminiReads = classifyWith(PROVIDERS.find(({ name }) => name === 'gemini')?.readError)

test.each([
  ['API_KEY_INVALID', 400, 'authentication_failed'],
  ['ACCESS_TOKEN_EXPIRED', 400, 'authentication_failed'],
  ['BILLING_DISABLED', 403, 'billing_error'],
] as const)(
  'Gemini names %s in the details, whatever the language of its message',
  (reason, status, kind) => {
    const said = google(status, 'INVALID_ARGUMENT', 'So geht es nicht.', [RETRY, { reason }])
    for (const answer of [said, [said]]) {
      const error = geminiReads(status, JSON.stringify(answer), {})
      expect([error.kind, error.retryAfterMs]).toEqual([kind, 34_000])
      expect(error.message).toContain('So geht es nicht')
      // Nobody else has such details: the usual reader goes by status and words.
      expect(classifyError(status, JSON.stringify(answer), {}).kind).not.toBe(kind)
    }
  },
)

test.each(['', '<html>no', '[]', 'null', '7', '{"error":[]}', '{"error":{"details":[null,{"reason":{}}]}}'])(
  'what a reader of a provider does not know (%s) is read as usual',
  text => {
    const [own, usual] = [geminiReads(500, text, {}), classifyError(500, text, {})]
    expect([own.kind, own.message]).toEqual([usual.kind, usual.message])
  },
)

test('what a reader says goes before words, codes and headers; what it leaves out is read as usual', () => {
  const body = JSON.stringify({ error: { message: 'Odd', type: 'authentication_error' }, request_id: 'r1' })
  const read = (known: ReturnType<NonNullable<Parameters<typeof classifyWith>[0]>>) =>
    classifyWith(() => known)(429, body, { 'retry-after': '3' })
  expect(read(undefined)).toMatchObject({ kind: 'rate_limit', retryAfterMs: 3_000, requestId: 'r1' })
  expect(read({ kind: 'overloaded' })).toMatchObject({ kind: 'overloaded', retryAfterMs: 3_000 })
  expect(read({ retryAfterMs: 7 })).toMatchObject({ kind: 'rate_limit', retryAfterMs: 7 })
  expect(read({ message: 'Tokens\nare out' }).message).toContain('429: Tokens are out')
})
