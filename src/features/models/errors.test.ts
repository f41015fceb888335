import { expect, test } from 'vitest'
import type { ModelErrorKind } from '../../protocol/model.ts'
import { classifyError } from './classify-error.ts'
import { abortedError, connectionError } from './errors.ts'
import { type KeySource, withKeySource } from './key-source.ts'

const body = (type: string, message: string) => JSON.stringify({ type: 'error', error: { type, message } })

test.each<[number | undefined, string, ModelErrorKind]>([
  [
    400,
    body('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    'prompt_too_long',
  ],
  [
    400,
    body('invalid_request_error', 'input length and `max_tokens` exceed context limit: 1 + 2 > 3'),
    'prompt_too_long',
  ],
  [400, body('invalid_request_error', 'the request is larger than the context window'), 'prompt_too_long'],
  [400, '{"error":{"code":"context_length_exceeded","message":"too much"}}', 'prompt_too_long'],
  [413, body('request_too_large', 'Request exceeds the maximum size'), 'prompt_too_long'],
  [400, body('invalid_request_error', 'messages.0: image exceeds 5 MB maximum: 6 MB'), 'media_too_large'],
  [
    400,
    body('invalid_request_error', 'image dimensions exceed max allowed size: 8000 pixels'),
    'media_too_large',
  ],
  [400, body('invalid_request_error', 'A maximum of 100 PDF pages may be provided.'), 'media_too_large'],
  [400, body('invalid_request_error', 'too many images in the request'), 'media_too_large'],
  [400, body('invalid_request_error', 'tools.0.name: bad'), 'invalid_request'],
  [400, body('invalid_request_error', 'Your credit balance is too low'), 'billing_error'],
  [401, body('authentication_error', 'invalid x-api-key'), 'authentication_failed'],
  [402, '', 'billing_error'],
  [403, body('permission_error', 'no'), 'authentication_failed'],
  [404, body('not_found_error', 'model: nope'), 'model_not_found'],
  [408, '', 'server_error'],
  [409, '', 'server_error'],
  [422, body('', 'bad'), 'invalid_request'],
  [429, body('rate_limit_error', 'slow'), 'rate_limit'],
  [429, '{"error":{"type":"insufficient_quota","message":"q"}}', 'billing_error'],
  [500, body('api_error', 'x'), 'server_error'],
  [503, body('overloaded_error', 'x'), 'overloaded'],
  [503, '<html><body>down</body></html>', 'server_error'],
  [529, '', 'overloaded'],
  // As gateways in front of many providers word them.
  [
    400,
    body('budget_exceeded', 'Budget has been exceeded! Current cost: 3.1, Max budget: 3.0'),
    'billing_error',
  ],
  [400, body('None', 'litellm.BadRequestError: litellm.ContextWindowExceededError: m'), 'prompt_too_long'],
  [400, body('invalid_request_error', 'Invalid model name passed in model=x'), 'model_not_found'],
  [
    401,
    '{"error":{"message":"Authentication Error","type":"auth_error","code":"401"}}',
    'authentication_failed',
  ],
  [429, '{"error":{"message":"No deployments available, try again in 5 s","type":"None"}}', 'rate_limit'],
  [302, '', 'unknown'],
  [undefined, body('overloaded_error', 'Overloaded'), 'overloaded'],
  [undefined, body('api_error', 'x'), 'server_error'],
  [undefined, body('rate_limit_error', 'x'), 'rate_limit'],
  [undefined, body('mystery', 'x'), 'server_error'],
])('status %s with %s is %s', (status, text, kind) => {
  expect(classifyError(status, text, {})).toMatchObject({ kind, status })
})

test('a message says what, where and what to do', () => {
  const error = classifyError(401, body('authentication_error', 'invalid x-api-key.'), {})
  expect(error.message).toBe(
    'The model server did not accept the credentials (status 401: invalid x-api-key). Check the API key or token.',
  )
})

const FIRST: KeySource = {
  source: 'ANTHROPIC_API_KEY',
  login: '/login',
  title: 'Anthropic',
  variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
}

test.each([
  ['ANTHROPIC_API_KEY', 'The key came from ANTHROPIC_API_KEY in the environment. Set it to a valid key'],
  ['credentials.json', 'saved in credentials.json of your Capstan directory. Replace it with /login.'],
  ['apiKeyHelper', 'The key came from the command in the apiKeyHelper setting'],
  ['keychain', 'saved in your keychain. Replace it with /login.'],
  ['OAuth sign-in', 'The token came from your sign-in to Anthropic. Sign in again with /login.'],
  ['AWS credentials', "It came from your AWS credentials. Renew it with the cloud's own tool"],
  ['none', 'No key was sent. Set ANTHROPIC_API_KEY, or use /login.'],
])('a refused key (401) from %s is named with how to replace it', (source, words) => {
  const refused = classifyError(401, body('authentication_error', 'invalid x-api-key'), {})
  const { message, kind, status } = withKeySource(refused, { ...FIRST, source })
  expect(message).toContain('status 401: invalid x-api-key')
  expect(message).toContain(words)
  expect([kind, status]).toEqual(['authentication_failed', 401])
})

test('denied access (403) says what the server said, and blames no key', () => {
  const denied = classifyError(403, body('permission_error', 'Your region is not served'), {})
  expect(withKeySource(denied, FIRST).message).toBe(
    'The model server denied access (status 403: Your region is not served). Check what this account or key may use, and the base URL.',
  )
})

test('a page in place of an error is shown as its plain text, shortened', () => {
  const page = `<html><style>x{}</style><body><h1>Bad gateway</h1>${'very '.repeat(200)}long</body></html>`
  const { message } = classifyError(502, page, {})
  expect(message).toContain('status 502: Bad gateway very')
  expect(message.length).toBeLessThan(450)
})

test('a model that is not found comes with the nearest known names', () => {
  const near = classifyError(404, body('not_found_error', 'model: claude-sonet-4-5'), {})
  expect(near.message).toContain('Known models with a similar name: claude-sonnet-4-5')
  const far = classifyError(404, body('not_found_error', 'model: zzz'), {})
  expect(far.message).toContain('Check the model name and the base URL.')
})

test.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '1234', 'retry-after': '7' }, 1234],
  [{ 'retry-after': 'Sun, 15 Nov 2026 10:00:30 GMT', date: 'Sun, 15 Nov 2026 10:00:00 GMT' }, 30_000],
  [{ 'retry-after': 'Sun, 15 Nov 2026 09:00:00 GMT', date: 'Sun, 15 Nov 2026 10:00:00 GMT' }, 0],
  [{ 'retry-after': 'Sun, 15 Nov 2026 10:00:30 GMT' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': ['4', '5'] }, 4000],
  [{}, undefined],
])('headers %j ask to wait %s ms', (headers, wait) => {
  expect(classifyError(429, '', headers).retryAfterMs).toBe(wait)
})

test.each([
  ['true', true],
  ['false', false],
  ['perhaps', undefined],
])('x-should-retry %s means %s', (word, expected) => {
  expect(classifyError(500, '', { 'x-should-retry': word }).shouldRetry).toBe(expected)
})

test('the request id is found in header or body', () => {
  expect(classifyError(500, '', { 'request-id': 'a' }).requestId).toBe('a')
  expect(classifyError(500, '{"request_id":"b","error":{}}', {}).requestId).toBe('b')
})

test.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ETIMEDOUT', 'ESOMETHING'])(
  '%s names the server',
  code => {
    const error = connectionError(Object.assign(new Error('why'), { code }), 'https://api.example')
    expect(error).toMatchObject({ kind: 'network', message: expect.stringContaining('https://api.example') })
  },
)

test('a certificate problem is not retried', () => {
  const cause = Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(connectionError(cause, 'https://x')).toMatchObject({ kind: 'network', shouldRetry: false })
})

test('an abort has its own kind', () => {
  expect(abortedError()).toMatchObject({ kind: 'aborted', status: undefined })
})

test('a page of a gateway that begins scripts without end is said at once', () => {
  const page = '<script'.repeat(256 * 150)
  expect(classifyError(502, `Bad gateway ${page}`, {}).message).toContain('Bad gateway')
})

test.each([
  ['ECONNREFUSED', 3],
  ['ConnectionRefused', 3],
  ['ENOTFOUND', 3],
  ['FailedToOpenSocket', 3],
  ['EAI_AGAIN', undefined],
  ['ECONNRESET', undefined],
])('a wrong address is not tried for minutes, what may pass is (%s)', (code, maxRetries) => {
  const error = connectionError(Object.assign(new Error('no'), { code }), 'https://api.example:8443')
  expect(error).toMatchObject({ kind: 'network', host: 'api.example:8443', maxRetries })
})
