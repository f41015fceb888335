import { createDetector, type FindSecrets } from '../../../lib/secrets/detect.ts'
import { redactValue } from '../../../lib/secrets/redact.ts'
import { recordingText } from '../../../protocol/messages/host/recordings.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import {
  type Model,
  type ModelDelta,
  ModelError,
  type ModelReply,
  type ModelRequest,
} from '../../../protocol/model.ts'
import { abortedError } from '../errors.ts'
import { type Sleep, sleepFor } from '../sleep.ts'
import type { Cassette, Exchange } from './cassette.ts'
import { createNormaliser, hashOf, type RequestSummary, type RunFacts, summarise } from './normalise.ts'

export interface ReplayOptions extends RunFacts {
  /** `strict`: only an equal request is answered. `nearest`: the most similar one that is left. */
  readonly match: 'strict' | 'nearest'
  readonly speed: 'instant' | 'recorded'
  readonly sleep?: Sleep
  /** The known formats when absent. */
  readonly find?: FindSecrets
  /** Milliseconds, monotonic. */
  readonly now?: () => number
}

export interface ReplayModel extends Model {
  /** Recorded exchanges that no request has asked for. */
  left(): number
}

/** Answers from a recording. Each exchange is used once. */
export const replayModel = (cassette: Cassette, options: ReplayOptions): ReplayModel => {
  const left = cassette.exchanges.toSorted((a, b) => a.index - b.index)
  const normalise = createNormaliser(options)
  const find = options.find ?? createDetector()
  const sleep = options.sleep ?? sleepFor
  const now = options.now ?? (() => performance.now())

  const choose = (request: ModelRequest): Exchange => {
    const summary = summarise(redactValue(request, find), normalise)
    const at = options.match === 'strict' ? findEqual(left, summary) : findNearest(left, summary)
    const [exchange] = at === -1 ? [] : left.splice(at, 1)
    if (exchange) return exchange
    throw new ModelError('invalid_request', describeMiss(left[0], summary, cassette.exchanges.length))
  }

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta, ModelReply> {
    if (signal.aborted) throw abortedError()
    const exchange = choose(request)
    const began = now()
    const wait = async (ms: number): Promise<void> => {
      const rest = options.speed === 'recorded' ? began + ms - now() : 0
      if (rest > 0) await sleep(rest, signal).catch(rethrowUnlessAborted(signal))
      if (signal.aborted) throw abortedError()
    }
    for (const { ms, delta } of exchange.deltas) {
      await wait(ms)
      yield withText(delta)
    }
    await wait(exchange.ms)
    if ('reply' in exchange.outcome) return exchange.outcome.reply
    const { kind, message, ...details } = exchange.outcome.error
    throw new ModelError(kind, verbatim(message), details)
  }

  return { stream, left: () => left.length }
}

const rethrowUnlessAborted =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    throw signal.aborted ? abortedError() : error
  }

const findEqual = (left: readonly Exchange[], summary: RequestSummary): number => {
  const hash = hashOf(summary)
  return left.findIndex(exchange => exchange.hash === hash)
}

/** Most equal messages wins; then a conversation of the same length; then the order of the recording. */
const findNearest = (left: readonly Exchange[], summary: RequestSummary): number => {
  const scores = left.map(exchange => similarity(exchange.request, summary))
  return scores.indexOf(Math.max(...scores))
}

const similarity = (a: RequestSummary, b: RequestSummary): number => {
  const shared = a.messages.filter((message, at) => message.digest === b.messages[at]?.digest).length
  const length = 1 / (1 + Math.abs(a.messages.length - b.messages.length))
  return shared * 4 + length + (a.model === b.model ? 1 : 0) + (a.system === b.system ? 1 : 0)
}

/** Recordings of earlier versions have plain words. */
const withText = (delta: ModelDelta): ModelDelta =>
  (delta.type === 'waiting' || delta.type === 'adapted') && typeof delta.text === 'string'
    ? { ...delta, text: verbatim(delta.text) }
    : delta

const describeMiss = (next: Exchange | undefined, summary: RequestSummary, total: number): LocalizedText =>
  next
    ? recordingText('no_such_request', {
        index: next.index,
        difference: firstDifference(next.request, summary),
      })
    : recordingText('used_up', { total })

const firstDifference = (recorded: RequestSummary, asked: RequestSummary): LocalizedText => {
  if (recorded.model !== asked.model)
    return recordingText('other_model', { recorded: recorded.model, now: asked.model })
  const message = recorded.messages.findIndex((each, at) => each.digest !== asked.messages[at]?.digest)
  if (message !== -1) {
    const was = recorded.messages[message]
    const is = asked.messages[message]
    return recordingText('other_message', {
      index: message,
      recorded: `${was?.role} ${was?.preview}`,
      now: is ? `${is.role} ${is.preview}` : recordingText('missing'),
    })
  }
  const extra = asked.messages[recorded.messages.length]
  if (extra)
    return recordingText('new_message', {
      index: recorded.messages.length,
      now: `${extra.role} ${extra.preview}`,
    })
  const tool = recorded.tools.findIndex((each, at) => each !== asked.tools[at])
  if (tool !== -1 || recorded.tools.length !== asked.tools.length)
    return recordingText('other_tools', {
      recorded: nameOf(recorded.tools[tool]),
      now: nameOf(asked.tools[tool === -1 ? recorded.tools.length : tool]),
    })
  return recordingText('other_prompt')
}

const nameOf = (tool: string | undefined): Text => tool?.replace(/ [0-9a-f]+$/, '') ?? recordingText('none')
