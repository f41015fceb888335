import { streamText } from '../../../protocol/messages/host/model-streams.ts'
import type { Model, ModelDelta, ModelReply, ModelRequest } from '../../../protocol/model.ts'
import { classifyError } from '../classify-error.ts'
import { abortedError } from '../errors.ts'
import { broken, createReplyReader, parseStreamEvent } from '../protocols/reply-reader.ts'
import { createBodyWriter } from '../protocols/request-body.ts'
import { createSseParser } from '../protocols/sse.ts'
import { type Sleep, sleepFor } from '../sleep.ts'
import type { Step } from './block-steps.ts'
import { countInput, type PromptCache } from './prompt-cache.ts'
import type { Scenario } from './scenario.ts'
import { createScript } from './script.ts'
import type { WireBody } from './wire-body.ts'

export interface ScriptedOptions {
  /** Milliseconds, monotonic. */
  readonly now?: () => number
  readonly sleep?: Sleep
  /** How long the `stall` fault stays silent before the stream counts as broken. */
  readonly stallMs?: number
  /** Outlives this model: that of the run before. */
  readonly cache?: PromptCache
}

export interface ScriptedModel extends Model {
  /** Every request, in order. */
  readonly requests: readonly ModelRequest[]
  /** Rules of the API that requests broke. */
  readonly violations: readonly string[]
}

/** Plays a scenario in this process: what the loopback server would put on the wire, without the wire. */
export const createScriptedModel = (scenario: Scenario, options: ScriptedOptions = {}): ScriptedModel => {
  const script = createScript(scenario, options.cache)
  const writer = createBodyWriter()
  const requests: ModelRequest[] = []
  const violations: string[] = []
  const now = options.now ?? (() => performance.now())
  const pace: Pace = { now, sleep: options.sleep ?? sleepFor, stallMs: options.stallMs ?? 90_000 }

  const bodyOf = (request: ModelRequest): WireBody =>
    JSON.parse(Buffer.concat(writer.write(request)).toString('utf8')) as WireBody

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta, ModelReply> {
    if (signal.aborted) throw abortedError()
    const began = now()
    requests.push(request)
    request.onSent?.()
    const answer = script(bodyOf(request))
    violations.push(...answer.violations)
    const { plan, requestId } = answer
    if (plan.kind === 'refuse')
      throw classifyError(plan.status, plan.body, { ...plan.headers, 'request-id': requestId })
    const reader = createReplyReader(classifyError, { 'request-id': requestId })
    for (const step of plan.steps) {
      await waitUntil(pace, began + step.atMs, signal)
      for (const event of eventsOf(step)) yield* takeUnlessAborted(reader.take(event), signal)
    }
    if (plan.ending === 'stall') await waitUntil(pace, now() + pace.stallMs, signal)
    if (plan.ending === 'stall')
      throw broken(streamText('silent', { seconds: Math.round(pace.stallMs / 1000) }))
    if (plan.ending === 'reset') throw broken(streamText('cut_off_because', { reason: RESET }))
    if (!reader.ended) throw broken(streamText('not_whole'))
    return reader.reply({ requestId, durationMs: now() - began })
  }

  return { stream, countTokens: async request => countInput(bodyOf(request)), requests, violations }
}

interface Pace {
  readonly now: () => number
  readonly sleep: Sleep
  readonly stallMs: number
}

const waitUntil = async (pace: Pace, time: number, signal: AbortSignal): Promise<void> => {
  const wait = time - pace.now()
  try {
    if (wait > 0) await pace.sleep(wait, signal)
  } catch (error) {
    throw signal.aborted ? abortedError() : error
  }
  if (signal.aborted) throw abortedError()
}

function* takeUnlessAborted(deltas: readonly ModelDelta[], signal: AbortSignal): Generator<ModelDelta, void> {
  for (const delta of deltas) {
    if (signal.aborted) throw abortedError()
    yield delta
  }
}

/** Raw bytes go through the same parser as those of a socket. */
const eventsOf = (step: Step) =>
  'event' in step
    ? [step.event]
    : createSseParser()
        .push(Buffer.from(step.raw))
        .map(each => parseStreamEvent(each.data))

/** As a system says it. */
const RESET = 'the connection was reset'
