import { modelText } from '../../protocol/messages/host/models.ts'
import {
  type Model,
  type ModelDelta,
  ModelError,
  type ModelErrorKind,
  type ModelReply,
  type ModelRequest,
} from '../../protocol/model.ts'
import type { AtLimit, UsageLimit } from '../../protocol/usage-limit.ts'
import { abortedError } from './errors.ts'
import type { Sleep } from './sleep.ts'

export interface RetryOptions {
  /** Attempts after the first. */
  readonly maxRetries?: number
  readonly sleep: Sleep
  /** In [0, 1). */
  readonly random: () => number
}

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 32_000
/** A server that asks for a longer wait than this is not waited for. */
const MAX_ASKED_MS = 5 * 60_000

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set([
  'overloaded',
  'rate_limit',
  'server_error',
  'network',
  'stream_broken',
])

/**
 * Tries again while nothing of the reply is complete. Once an attempt has yielded a block its consumer may have acted
 * on it, so a later failure is the consumer's to handle.
 */
export const withRetry = (model: Model, options: RetryOptions): Model => {
  const count = model.countTokens?.bind(model)
  return {
    stream: (request, signal) => streamWithRetry(model, options, { request, signal }),
    ...(count ? { countTokens: count } : {}),
  }
}

interface Call {
  readonly request: ModelRequest
  readonly signal: AbortSignal
}

async function* streamWithRetry(
  model: Model,
  options: RetryOptions,
  { request, signal }: Call,
): AsyncGenerator<ModelDelta, ModelReply> {
  const maxRetries = options.maxRetries ?? 10
  let overloads = 0
  let sent = request
  const { atLimit, model: name } = request
  const known = atLimit?.reached(name)
  if (atLimit && known) yield* pastLimit(known, { atLimit, model: name }, signal)
  for (let attempt = 1; ; attempt++) {
    const stream = model.stream(sent, signal)
    let blocks = 0
    let whole = false
    try {
      for (;;) {
        const step = await stream.next()
        if (step.done) {
          whole = true
          return step.value
        }
        if (step.value.type === 'block') blocks++
        yield step.value
      }
    } catch (error) {
      if (!(error instanceof ModelError) || blocks > 0 || !isRetryable(error)) throw error
      overloads = error.kind === 'overloaded' ? overloads + 1 : 0
      // Fast mode has limits of its own: better the usual speed than a wait.
      const slowed = sent.speed === 'fast' && (error.kind === 'rate_limit' || error.kind === 'overloaded')
      if (slowed) sent = withoutSpeed(request)
      if (request.overloadLimit !== undefined && overloads >= request.overloadLimit) throw error
      if (atLimit && !slowed && isLongLimit(error)) {
        yield* pastLimit(error, { atLimit, model: name }, signal)
        attempt = 0
        continue
      }
      const limit = Math.min(maxRetries, error.maxRetries ?? maxRetries)
      if (attempt > limit) throw error
      const delayMs = slowed ? 0 : delayBefore(error, attempt, options.random)
      yield {
        type: 'retry',
        attempt,
        maxRetries: limit,
        delayMs,
        status: error.status ?? null,
        error: error.kind,
        reason: error.message,
        localized: error.localized,
        ...(error.host === undefined ? {} : { host: error.host }),
      }
      await waitOrAbort(options.sleep, delayMs, signal)
    } finally {
      if (!whole) await stream.return(undefined as never)
    }
  }
}

/** A limit that ends much later than anybody waits for without being asked. */
const isLongLimit = ({ kind, retryAfterMs = 0 }: ModelError): boolean =>
  kind === 'rate_limit' && retryAfterMs > MAX_ASKED_MS

/** Waits for its end where somebody wants that; throws what is said of it where nobody does. */
async function* pastLimit(
  limit: ModelError | UsageLimit,
  at: { readonly atLimit: AtLimit; readonly model: string },
  signal: AbortSignal,
): AsyncGenerator<ModelDelta, void> {
  const { waitForLimit } = await import('./wait-for-limit.ts')
  try {
    yield* waitForLimit(limit, at, signal)
  } catch (error) {
    throw signal.aborted ? abortedError() : error
  }
}

const withoutSpeed = ({ speed: _, ...request }: ModelRequest): ModelRequest => request

const isRetryable = (error: ModelError): boolean => error.shouldRetry ?? RETRYABLE.has(error.kind)

const delayBefore = (error: ModelError, attempt: number, random: () => number): number => {
  const asked = error.retryAfterMs
  if (asked !== undefined && asked > MAX_ASKED_MS) throw tooLongToWait(error, asked)
  // Who says "at once" is believed once: else all tries would be used up within milliseconds.
  if (asked !== undefined) return Math.max(Math.round(asked), attempt === 1 ? 0 : FIRST_DELAY_MS)
  const grown = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  return Math.round(grown * (1 - random() / 4))
}

const tooLongToWait = (error: ModelError, asked: number): ModelError =>
  new ModelError(
    error.kind,
    modelText('asks_to_wait', { problem: error.localized, minutes: Math.ceil(asked / 60_000) }),
    {
      status: error.status,
      requestId: error.requestId,
      retryAfterMs: error.retryAfterMs,
      shouldRetry: false,
      cause: error,
    },
  )

const waitOrAbort = async (sleep: Sleep, ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, signal)
  } catch (error) {
    throw signal.aborted ? abortedError() : error
  }
  if (signal.aborted) throw abortedError()
}
