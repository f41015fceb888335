import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelRequest, never, readStream } from '../../../test/support/model-contract.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { type Model, type ModelDelta, ModelError, type ModelReply } from '../../protocol/model.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import { classifyError } from './classify-error.ts'
import { withRetry } from './retry.ts'

const REPLY: ModelReply = {
  id: 'm',
  model: 'x',
  content: [],
  stopReason: 'end_turn',
  stopSequence: null,
  usage: NO_USAGE,
  durationMs: 1,
}
const START: ModelDelta = { type: 'start', id: 'm', model: 'x', usage: NO_USAGE }
const BLOCK: ModelDelta = { type: 'block', index: 0, block: { type: 'text', text: 'a' } }

interface Attempt {
  readonly deltas?: readonly ModelDelta[]
  readonly error?: Error
}

/** A model whose attempts go as listed; the last one repeats. */
const modelOf = (...attempts: readonly Attempt[]): Model & { readonly calls: () => number } => {
  let calls = 0
  return {
    calls: () => calls,
    async *stream() {
      const attempt = attempts[Math.min(calls++, attempts.length - 1)]
      yield* attempt?.deltas ?? []
      if (attempt?.error) throw attempt.error
      return REPLY
    },
  }
}

const setUp = (model: Model, maxRetries?: number) => {
  const waits: number[] = []
  const retrying = withRetry(model, {
    ...(maxRetries === undefined ? {} : { maxRetries }),
    sleep: async ms => void waits.push(ms),
    random: () => 0,
  })
  return { retrying, waits }
}

const failure = (
  kind: ConstructorParameters<typeof ModelError>[0],
  said: string,
  details?: ConstructorParameters<typeof ModelError>[2],
): ModelError => new ModelError(kind, verbatim(said), details)

const overloaded = failure('overloaded', 'busy', { status: 529 })

test('a failure is announced, waited for and tried again', async () => {
  const { retrying, waits } = setUp(
    modelOf({ deltas: [START], error: overloaded }, { deltas: [START, BLOCK] }),
  )
  const read = await readStream(retrying.stream(modelRequest(), never()))
  const retry = {
    type: 'retry',
    attempt: 1,
    maxRetries: 10,
    delayMs: 500,
    status: 529,
    error: 'overloaded',
    reason: 'busy',
    localized: verbatim('busy'),
  }
  expect(read).toEqual({ deltas: [START, retry, START, BLOCK], reply: REPLY })
  expect(waits).toEqual([500])
})

test('waits double up to 32 s, ten times by default', async () => {
  const model = modelOf({ error: overloaded })
  const { retrying, waits } = setUp(model)
  const { error } = await readStream(retrying.stream(modelRequest(), never()))
  expect(error).toBe(overloaded)
  expect(model.calls()).toBe(11)
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 32_000, 32_000, 32_000])
})

test('jitter takes at most a quarter off', async () => {
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async random => {
      const retrying = withRetry(modelOf({ error: overloaded }, {}), {
        sleep: async () => undefined,
        random: () => random,
      })
      const { deltas } = await readStream(retrying.stream(modelRequest(), never()))
      const delay = deltas[0]?.type === 'retry' ? deltas[0].delayMs : Number.NaN
      expect(delay).toBeGreaterThanOrEqual(375)
      expect(delay).toBeLessThanOrEqual(500)
    }),
  )
})

test.each<[string, ModelError, boolean]>([
  ['rate_limit', failure('rate_limit', ''), true],
  ['server_error', failure('server_error', ''), true],
  ['network', failure('network', ''), true],
  ['stream_broken', failure('stream_broken', ''), true],
  ['prompt_too_long', failure('prompt_too_long', ''), false],
  ['media_too_large', failure('media_too_large', ''), false],
  ['authentication_failed', failure('authentication_failed', ''), false],
  ['billing_error', failure('billing_error', ''), false],
  ['invalid_request', failure('invalid_request', ''), false],
  ['model_not_found', failure('model_not_found', ''), false],
  ['aborted', failure('aborted', ''), false],
  ['unknown', failure('unknown', ''), false],
  ['a rate limit that says no', failure('rate_limit', '', { shouldRetry: false }), false],
  ['a bad request that says yes', failure('invalid_request', '', { shouldRetry: true }), true],
])('%s is retried or not', async (_, error, retried) => {
  const model = modelOf({ error }, {})
  await readStream(setUp(model).retrying.stream(modelRequest(), never()))
  expect(model.calls()).toBe(retried ? 2 : 1)
})

test('an attempt that has yielded a block is not repeated', async () => {
  const error = failure('stream_broken', 'cut')
  const model = modelOf({ deltas: [START, BLOCK], error })
  const read = await readStream(setUp(model).retrying.stream(modelRequest(), never()))
  expect(read).toEqual({ deltas: [START, BLOCK], error })
  expect(model.calls()).toBe(1)
})

test('a bug of the model passes through', async () => {
  const model = modelOf({ error: new TypeError('bug') })
  await expect(readStream(setUp(model).retrying.stream(modelRequest(), never()))).rejects.toThrow(TypeError)
})

test('the server’s wait is kept, also beyond 32 s', async () => {
  const { retrying, waits } = setUp(
    modelOf({ error: failure('rate_limit', '', { retryAfterMs: 61_000 }) }, {}),
  )
  await readStream(retrying.stream(modelRequest(), never()))
  expect(waits).toEqual([61_000])
})

test('a server that says "at once" is believed once', async () => {
  const { retrying, waits } = setUp(modelOf({ error: failure('rate_limit', '', { retryAfterMs: 0 }) }))
  await readStream(retrying.stream(modelRequest(), never()))
  expect(waits).toEqual([0, ...Array.from({ length: 9 }, () => 500)])
})

test('a wait of more than five minutes is not waited for', async () => {
  const model = modelOf({
    error: failure('rate_limit', 'Limit.', { status: 429, retryAfterMs: 301_000 }),
  })
  const { retrying, waits } = setUp(model)
  const { error } = await readStream(retrying.stream(modelRequest(), never()))
  expect({ kind: error?.kind, status: error?.status, waits }).toEqual({
    kind: 'rate_limit',
    status: 429,
    waits: [],
  })
  expect(error?.message).toContain('wait 6 minutes')
})

test('overloads in a row end at the limit of the request, others do not count', async () => {
  const other = failure('network', '')
  const model = modelOf({ error: overloaded }, { error: overloaded }, { error: other }, { error: overloaded })
  const { error } = await readStream(
    setUp(model).retrying.stream(modelRequest({ overloadLimit: 3 }), never()),
  )
  expect(error).toBe(overloaded)
  expect(model.calls()).toBe(6)
})

test('maxRetries 0 tries once', async () => {
  const model = modelOf({ error: overloaded })
  await readStream(setUp(model, 0).retrying.stream(modelRequest(), never()))
  expect(model.calls()).toBe(1)
})

test('an abort during the wait ends with aborted', async () => {
  const controller = new AbortController()
  const retrying = withRetry(modelOf({ error: overloaded }), {
    sleep: async () => {
      controller.abort()
      throw controller.signal.reason
    },
    random: () => 0,
  })
  const { error } = await readStream(retrying.stream(modelRequest(), controller.signal))
  expect(error?.kind).toBe('aborted')
})

test('leaving early ends the attempt underneath', async () => {
  let closed = false
  const model: Model = {
    async *stream() {
      try {
        yield START
        yield START
        return REPLY
      } finally {
        closed = true
      }
    },
  }
  const stream = setUp(model).retrying.stream(modelRequest(), never())
  await stream.next()
  await stream.return(undefined as never)
  expect(closed).toBe(true)
})

test('counting is passed on only where there is any', async () => {
  const counting: Model = { ...modelOf({}), countTokens: async () => 7 }
  expect(await setUp(counting).retrying.countTokens?.(modelRequest(), never())).toBe(7)
  expect(setUp(modelOf({})).retrying).not.toHaveProperty('countTokens')
})

test('a fast request that is refused for its rate goes on at once at the usual speed', async () => {
  const speeds: unknown[] = []
  const model: Model = {
    async *stream(request) {
      speeds.push(request.speed)
      if (request.speed) throw failure('rate_limit', 'slow down', { status: 429, retryAfterMs: 60_000 })
      yield START
      return REPLY
    },
  }
  const { retrying, waits } = setUp(model)
  const { reply } = await readStream(retrying.stream(modelRequest({ speed: 'fast' }), never()))
  expect(reply).toBe(REPLY)
  expect(speeds).toEqual(['fast', undefined])
  expect(waits).toEqual([0])
})

const LATER = new Set([408, 409, 425, 429])
const NEVER = new Set([501, 505, 511])
const TYPES = [
  '',
  'api_error',
  'timeout_error',
  'invalid_request_error',
  'not_found_error',
  'request_too_large',
]

test.each(Array.from({ length: 300 }, (_, at) => 300 + at))(
  'status %i is asked again only if it says "later", whatever the body and the headers say',
  async status => {
    for (const type of TYPES)
      for (const headers of [{}, { 'x-should-retry': 'true' }, { 'retry-after': '1' }]) {
        const body = type === '' ? '<p>x</p>' : JSON.stringify({ error: { type, message: 'x' } })
        const model = modelOf({ error: classifyError(status, body, headers) })
        await readStream(setUp(model, 1).retrying.stream(modelRequest(), never())).catch(() => undefined)
        const isLater = LATER.has(status) || (status >= 500 && !NEVER.has(status))
        expect([type, headers, model.calls()]).toEqual([type, headers, isLater ? 2 : 1])
      }
  },
)

test('a gateway that calls a busy server a bad request is asked again', async () => {
  const error = classifyError(400, JSON.stringify({ error: { type: 'overloaded_error', message: 'x' } }), {})
  expect([error.kind, error.shouldRetry]).toEqual(['overloaded', undefined])
})
