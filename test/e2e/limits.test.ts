import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { type Line, ofType, resultOf } from '../support/run-program.ts'
import { usual } from '../support/usual-models.ts'

const endless = {
  replies: [{ text: 'More.', tool: { name: 'Glob', input: { pattern: '*' } }, repeat: true }],
}

test('--max-turns ends after so many requests with its own subtype and exit code 1', async () => {
  await using world = await openWorldHere(endless)
  const ended = await world.stream(['--max-turns', '3', 'go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({
    subtype: 'error_max_turns',
    terminal_reason: 'max_turns',
    is_error: true,
    num_turns: 3,
    errors: [expect.stringContaining('3')],
  })
  expect(resultOf(ended)).not.toHaveProperty('result')
  expect(world.server.requests).toHaveLength(3)
})

test('a turn limit in text mode is said on stderr and leaves stdout empty', async () => {
  await using world = await openWorldHere(endless)
  const ended = await world.run(['-p', '--max-turns=1', 'go'])
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain('limit of 1 turn')
})

test('--max-budget-usd stops the turn once it is spent', async () => {
  await using world = await openWorldHere({
    replies: [{ ...endless.replies[0], usage: { input_tokens: 100_000, output_tokens: 1000 }, repeat: true }],
  })
  const ended = await world.stream(['--model', 'claude-sonnet-4-5', '--max-budget-usd', '0.5', 'go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({
    subtype: 'error_max_budget_usd',
    terminal_reason: 'budget_exhausted',
    is_error: true,
  })
  expect(Number(resultOf(ended)['total_cost_usd'])).toBeGreaterThanOrEqual(0.5)
  expect(world.server.requests).toHaveLength(2)
})

test('--token-budget ends the turn once so much was written, after its calls', async () => {
  await using world = await openWorldHere({
    replies: [{ ...endless.replies[0], usage: { input_tokens: 10, output_tokens: 6_000 }, repeat: true }],
  })
  const ended = await world.stream(['--token-budget', '10k', 'go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({
    subtype: 'error_max_budget_usd',
    terminal_reason: 'budget_exhausted',
    errors: ['The token budget of 10,000 is used up (12,000 used).'],
  })
  expect(world.server.requests).toHaveLength(2)
})

test('runs of one day share the budget of the settings: a warning, an end, and then no request at all', async () => {
  await using world = await openWorldHere({
    replies: [{ text: 'ok', usage: { input_tokens: 100_000, output_tokens: 0 }, repeat: true }],
  })
  const settings = JSON.stringify({ budgets: { day: { soft: 0.25, hard: 0.5 } } })
  const run = () => world.stream(['--model', 'claude-sonnet-4-5', '--settings', settings, 'go'])
  const first = await run()
  expect(first.code).toBe(0)
  expect(first.lines.find(ofType('system', 'informational'))).toMatchObject({
    level: 'warning',
    content: expect.stringContaining('Spending for today has passed $0.25'),
  })
  expect(resultOf(await run())).toMatchObject({ subtype: 'error_max_budget_usd' })
  const third = await run()
  expect(third.code).toBe(1)
  expect(resultOf(third)).toMatchObject({
    subtype: 'error_max_budget_usd',
    errors: [expect.stringContaining('raise "budgets.day.hard"')],
  })
  expect(world.server.requests).toHaveLength(2)
})

test('a budget for a model without a known price is a usage error; a price in the settings makes it possible', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok', repeat: true }] })
  const args = ['--model', 'local-llama', '--max-budget-usd', '1', 'go']
  const refused = await world.stream(args)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('local-llama')
  const limited = JSON.stringify({ budgets: { session: { hard: 1 } } })
  const alsoRefused = await world.stream(['--settings', limited, '--model', 'local-llama', 'go'])
  expect(alsoRefused).toMatchObject({ code: 2, stdout: '' })
  expect(alsoRefused.stderr).toContain("the budget in your settings can't be enforced")
  expect(world.server.requests).toEqual([])
  const settings = JSON.stringify({ modelOverrides: { 'local-llama': { price: { input: 1, output: 2 } } } })
  expect((await world.stream(['--settings', settings, ...args])).code).toBe(0)
})

test('an unknown price makes the reported cost a lower bound, and that is said', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  const ended = await world.stream(['--model', 'local-llama', 'go'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)).toMatchObject({ total_cost_usd: 0, total_cost_basis: 'unknown' })
  expect(ended.lines.find(ofType('system', 'informational'))).toMatchObject({
    content: expect.stringContaining('local-llama'),
  })
})

test('the same refused call again and again ends the turn as an error', async () => {
  await using world = await openWorldHere({
    replies: [{ tool: { name: 'Bash', input: { command: 'make install' } }, repeat: true }],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({ subtype: 'error_during_execution', is_error: true })
  expect(world.server.requests.length).toBeLessThanOrEqual(25)
})

test('the same call with the same result again and again ends the turn as an error', async () => {
  await using world = await openWorldHere(endless)
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({ is_error: true, subtype: 'error_during_execution' })
  expect(world.server.requests.length).toBeLessThanOrEqual(12)
})

const overloaded = { fault: { kind: 'status' as const, status: 529, retryAfter: 0 } }

test('--fallback-model takes over from a model that stays overloaded', async () => {
  await using world = await openWorldHere({
    replies: [
      { when: { model: 'sonnet' }, ...overloaded, repeat: true },
      { when: { model: 'haiku' }, text: 'I stand in.' },
    ],
  })
  const ended = await world.stream(['--fallback-model', 'haiku', 'go'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)).toMatchObject({ result: 'I stand in.', modelUsage: { [usual('haiku')]: {} } })
  const models = world.server.requests.map(request => request.body?.['model'])
  expect(models).toEqual([...models.slice(0, -1).map(() => usual('sonnet')), usual('haiku')])
  expect(models.length).toBeLessThanOrEqual(4)
})

test('with every fallback overloaded too the end is an error', async () => {
  await using world = await openWorldHere({ replies: [{ ...overloaded, repeat: true }] })
  const ended = await world.stream(['--fallback-model', 'haiku,opus', 'go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({
    subtype: 'success',
    is_error: true,
    terminal_reason: 'model_error',
  })
  expect(new Set(world.server.requests.map(request => request.body?.['model'])).size).toBe(3)
})

test('each new try is shown', async () => {
  await using world = await openWorldHere({
    replies: [
      { fault: { kind: 'status', status: 429, retryAfter: 0 } },
      { fault: { kind: 'status', status: 500, retryAfter: 0 } },
      { ...overloaded },
      { text: 'at last' },
    ],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  expect(ended.lines.filter(ofType('system', 'api_retry'))).toMatchObject([
    { attempt: 1, error_status: 429, error: 'rate_limit', retry_delay_ms: 0, max_retries: 10 },
    { attempt: 2, error_status: 500, error: 'server_error' },
    { attempt: 3, error_status: 529, error: 'overloaded' },
  ])
  expect(resultOf(ended)).toMatchObject({ result: 'at last', num_turns: 1 })
})

test.each([
  [400, 'invalid_request'],
  [401, 'authentication_failed'],
  [403, 'authentication_failed'],
  [404, 'model_not_found'],
])('status %i is final: one request, exit code 1, the message of the API', async (status, error) => {
  await using world = await openWorldHere({
    replies: [{ fault: { kind: 'status', status, message: `because of ${status}` }, repeat: true }],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(1)
  expect(world.server.requests).toHaveLength(1)
  expect(ended.lines.find(ofType('assistant'))).toMatchObject({ error, message: { model: '<synthetic>' } })
  expect(resultOf(ended)).toMatchObject({
    subtype: 'success',
    is_error: true,
    api_error_status: status,
    terminal_reason: 'api_error',
    result: expect.stringContaining(`because of ${status}`),
  })
})

test('after a failed turn the session goes on without the error in its history', async () => {
  await using world = await openWorldHere({
    replies: [{ fault: { kind: 'status', status: 400, message: 'bad luck' } }, { text: 'better' }],
  })
  await world.stream(['first'])
  expect((await world.stream(['--continue', 'second'])).code).toBe(0)
  expect(JSON.stringify(world.server.requests[1]?.body)).not.toContain('bad luck')
})

test('retries are limited, and a wait that is too long is not waited for', async () => {
  await using world = await openWorldHere({
    replies: [
      { when: { lastUserText: 'short' }, ...overloaded, repeat: true },
      {
        when: { lastUserText: 'long' },
        fault: { kind: 'status', status: 429, retryAfter: 4000 },
        repeat: true,
      },
    ],
  })
  const short = await world.stream(['short'], { env: { CAPSTAN_MAX_RETRIES: '2' } })
  expect(short.code).toBe(1)
  expect(world.server.requests).toHaveLength(3)
  const long = await world.stream(['long'])
  expect(long.code).toBe(1)
  expect(world.server.requests).toHaveLength(4)
  // With its day in the last hour before midnight.
  expect(String(resultOf(long)['result'])).toMatch(
    /The limit resets at (\d{4}-\d\d-\d\d )?\d\d:\d\d\..*--wait-for-limit/,
  )
})

test('nobody at the address is said with the address', async () => {
  await using world = await openWorldHere({ replies: [] })
  const ended = await world.run(['-p', 'go'], {
    env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', CAPSTAN_MAX_RETRIES: '0' },
  })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain('127.0.0.1:1')
  expect(ended.stderr).not.toMatch(/^\s+at /m)
})

test('a refusal is an error with the stop reason that says so', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'No, I will not.', fault: 'refusal' }] })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({
    subtype: 'success',
    is_error: true,
    stop_reason: 'refusal',
    terminal_reason: 'completed',
  })
  const [last] = ended.lines.filter((line: Line) => line.type === 'result')
  expect(String(last?.['result']).length).toBeGreaterThan(0)
})
