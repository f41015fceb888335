import { errorText } from '../../../lib/error-text.ts'
import { createDetector, type FindSecrets } from '../../../lib/secrets/detect.ts'
import { redactValue } from '../../../lib/secrets/redact.ts'
import {
  type Model,
  type ModelDelta,
  ModelError,
  type ModelReply,
  type ModelRequest,
} from '../../../protocol/model.ts'
import {
  type Exchange,
  headerLine,
  type Outcome,
  type RecordedRun,
  type TimedDelta,
  toLine,
} from './cassette.ts'
import { createNormaliser, hashOf, type MessageSummary, type RunFacts, summarise } from './normalise.ts'
import { redactDeltas } from './redact.ts'

export interface RecordOptions extends RunFacts {
  /** Kept in the header. */
  readonly run?: RecordedRun
  /** The known formats when absent. */
  readonly find?: FindSecrets
  /** Milliseconds, monotonic. */
  readonly now?: () => number
}

/** Passes everything through and hands each finished exchange to `sink` as one line without its newline. */
export const recordModel = (
  model: Model,
  sink: (line: string) => void,
  options: RecordOptions = {},
): Model => {
  const normalise = createNormaliser(options)
  const find = options.find ?? createDetector()
  const now = options.now ?? (() => performance.now())
  let requests = 0
  let before: readonly MessageSummary[] = []
  let begun = false

  const write = (exchange: Exchange): void => {
    if (!begun) sink(headerLine(options.run && redactValue(options.run, find)))
    begun = true
    const clean: Exchange = {
      ...exchange,
      request: redactValue(exchange.request, find),
      deltas: redactDeltas(exchange.deltas, find),
      outcome: redactValue(exchange.outcome, find),
    }
    sink(JSON.stringify(toLine(clean, before)))
    before = clean.request.messages
  }

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta, ModelReply> {
    const index = requests++
    // The digest is taken of the redacted text: a replayed run never sees the secret.
    const summary = summarise(redactValue(request, find), normalise)
    const began = now()
    const deltas: TimedDelta[] = []
    let outcome: Outcome = { error: { kind: 'aborted', message: 'The reply was not read to its end.' } }
    // What is not shown now may be asked of the recording later.
    const inner = model.stream({ ...request, quiet: false }, signal)
    try {
      for (;;) {
        const step = await inner.next()
        if (step.done) {
          outcome = { reply: step.value }
          return step.value
        }
        deltas.push({ ms: Math.round(now() - began), delta: step.value })
        yield step.value
      }
    } catch (error) {
      outcome = { error: describeError(error) }
      throw error
    } finally {
      if (!('reply' in outcome)) await inner.return(undefined as never)
      const ms = Math.round(now() - began)
      write({ index, source: request.source, hash: hashOf(summary), request: summary, deltas, outcome, ms })
    }
  }

  const count = model.countTokens?.bind(model)
  return { stream, ...(count ? { countTokens: count } : {}) }
}

const describeError = (error: unknown) => {
  if (!(error instanceof ModelError)) return { kind: 'unknown' as const, message: errorText(error) }
  const { kind, message, status, retryAfterMs, shouldRetry } = error
  return {
    kind,
    message,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(shouldRetry === undefined ? {} : { shouldRetry }),
  }
}
