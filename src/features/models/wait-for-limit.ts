import { clockTime } from '../../lib/text/clock-time.ts'
import { modelText } from '../../protocol/messages/host/models.ts'
import { type ModelDelta, ModelError, type ModelRequest } from '../../protocol/model.ts'
import { type AtLimit, resetSeconds, type UsageLimit } from '../../protocol/usage-limit.ts'

/** Waits until a limit ends, and says so first; throws what is said of it where nobody wants to wait. Costs nothing. */
export async function* waitForLimit(
  found: ModelError | UsageLimit,
  { atLimit, model }: Pick<ModelRequest, 'model'> & { readonly atLimit: AtLimit },
  signal: AbortSignal,
): AsyncGenerator<ModelDelta, void> {
  const now = atLimit.now()
  const limit = found instanceof ModelError ? limitOf(found, { model, now }) : found
  const problem = limit.problem ?? modelText('limit_known', { model })
  if (!(await atLimit.agree(limit, signal))) throw limitError(found, { limit, problem, now })
  signal.throwIfAborted()
  yield {
    type: 'retry',
    attempt: 1,
    maxRetries: 1,
    delayMs: Math.max(0, limit.resetsAt - atLimit.now()),
    status: found instanceof ModelError ? (found.status ?? null) : null,
    error: 'rate_limit',
    reason: problem.text,
    localized: problem,
    resetsAt: resetSeconds(limit),
  }
  await atLimit.wait(limit, signal)
}

const limitOf = (
  { retryAfterMs = 0, localized }: ModelError,
  { model, now }: { readonly model: string; readonly now: number },
): UsageLimit => ({ model, resetsAt: now + retryAfterMs, problem: localized })

/** The same failure with the time at which it passes. */
const limitError = (
  found: ModelError | UsageLimit,
  at: { readonly limit: UsageLimit; readonly problem: UsageLimit['problem']; readonly now: number },
): ModelError => {
  const { limit, problem = '', now } = at
  const text = modelText('resets_at', { problem, time: clockTime(limit.resetsAt, now) })
  const { status, requestId } = found instanceof ModelError ? found : {}
  return new ModelError('rate_limit', text, {
    status,
    requestId,
    retryAfterMs: limit.resetsAt - now,
    resetsAt: resetSeconds(limit),
    shouldRetry: false,
    cause: found,
  })
}
