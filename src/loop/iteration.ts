import type { Event } from '../protocol/event.ts'
import { type AssistantMessage, type Message, plainText } from '../protocol/message.ts'
import type { Text } from '../protocol/messages/localized-text.ts'
import type { ModelError } from '../protocol/model.ts'
import { TurnStop } from '../protocol/transition.ts'
import { lastAnswer } from './last-answer.ts'
import type { Outcome } from './next-step.ts'
import { prepare } from './prepare.ts'
import { resultMessage } from './result-message.ts'
import { type Attempt, streamReply } from './stream-reply.ts'
import type { CallOutcome, CallRequest, TurnDeps, TurnState } from './turn.ts'

/** What one trip through the stages left behind, for the step that follows it. */
export interface Iteration {
  readonly outcome: Outcome
  /** The history the request was made from. */
  readonly view: readonly Message[]
  /** Written during the iteration and still valid, in order. */
  readonly added: readonly Message[]
  /** Written but no longer valid. */
  readonly discarded: readonly Message[]
  /** All records of the reply: what a repeated request throws away. */
  readonly attempt: readonly Message[]
  readonly compactFailures: number
}

/** Prepare, call, stream, finish the tools, attach. */
export async function* iterate(
  deps: TurnDeps,
  state: TurnState,
  signal: AbortSignal,
): AsyncGenerator<Event, Iteration> {
  const { view, compactFailures } = yield* prepare(deps, state, signal)
  const quiet = { view, added: [], discarded: [], attempt: [], compactFailures }
  if (signal.aborted) return { ...quiet, outcome: aborted(signal, 'streaming') }
  const blocked = deps.blocked(view, state.model)
  if (blocked !== undefined) return { ...quiet, outcome: { kind: 'blocked', message: blocked } }

  const cap = deps.outputCap(state.model, view)
  const maxTokens = state.escalated ? (cap.escalated ?? cap.normal) : cap.normal
  try {
    const attempt = yield* streamReply(deps, deps.request(view, { model: state.model, maxTokens }), signal)
    try {
      const settled = yield* settle({ deps, state, attempt }, signal)
      return { ...quiet, attempt: attempt.records, ...settled }
    } finally {
      await attempt.executor.discard()
    }
  } finally {
    deps.tools.over?.()
  }
}

type Settled = Pick<Iteration, 'outcome' | 'added' | 'discarded'>

interface Settling {
  readonly deps: TurnDeps
  readonly state: TurnState
  readonly attempt: Attempt
}

/** Finishes the calls of an attempt, or gives them up while that is still possible and useful. */
async function* settle(now: Settling, signal: AbortSignal): AsyncGenerator<Event, Settled> {
  const { deps, attempt } = now
  const { executor, end, records } = attempt
  const { startedUnsafe } = executor.hold()
  const unfinished = startedUnsafe ? undefined : withoutCalls(attempt)
  if (unfinished) return unfinished
  executor.resume()
  const finished = yield* finishCalls(deps, attempt, signal)
  const result = { added: [...records, ...finished.messages], discarded: [] }
  if (end.kind === 'aborted') return { ...result, outcome: aborted(signal, 'streaming') }
  if (signal.aborted) return { ...result, outcome: aborted(signal, 'tools') }
  // A stream that died behind whole calls: what is complete is the reply.
  const stopReason = end.kind === 'error' ? 'tool_use' : end.reply.stopReason
  const budget = deps.tokenBudget?.()
  const replied: Extract<Outcome, { kind: 'replied' }> = {
    kind: 'replied',
    stopReason,
    calls: executor.size,
    ...(finished.stop === undefined ? {} : { hookStop: finished.stop }),
    ...(finished.structuredDone ? { structuredDone: true } : {}),
    ...(stopReason === 'refusal' ? { refusal: textOf(attempt) } : {}),
    ...(budget ? { budget } : {}),
  }
  return { ...result, outcome: isDone(replied) ? await finish(now, stopReason, signal) : replied }
}

export const mayEscalate = (deps: TurnDeps, state: TurnState, view: readonly Message[]): boolean =>
  !state.escalated && deps.outputCap(state.model, view).escalated !== undefined

/**
 * A reply that broke off or was cut before any call in it was whole: its words stay and are gone on with, what is half
 * a call is void. Undefined: the reply is whole, or has calls to be made.
 */
const withoutCalls = ({ end, records, broken }: Attempt): Settled | undefined => {
  const cut = end.kind === 'reply' && end.reply.stopReason === 'max_tokens'
  if (end.kind !== 'error' && !cut) return undefined
  const passes = end.kind !== 'error' || isBroken(end.error)
  const calls = records.filter(isCall)
  if (passes && calls.some(call => !broken.includes(call))) return undefined
  const first = records.findIndex(isCall)
  const words = passes ? said(first === -1 ? records : records.slice(0, first)) : []
  const kept = words.length > 0 ? { kept: true } : {}
  const outcome: Outcome =
    end.kind === 'error'
      ? { ...failure(end.error, { midway: records.length > 0 }), ...kept }
      : {
          kind: 'replied',
          stopReason: 'max_tokens',
          calls: 0,
          ...kept,
          ...(first === -1 ? {} : { cutCall: true }),
        }
  return { outcome, added: words, discarded: records.slice(words.length) }
}

/** Thoughts alone cannot be gone on with: nothing is left of them. */
const said = (records: readonly AssistantMessage[]): readonly AssistantMessage[] =>
  records.some(record => plainText(record.message.content).trim() !== '') ? records : []

const isCall = (record: AssistantMessage): boolean => record.message.content[0]?.type === 'tool_use'

/** Nothing left to do but to ask the stop hooks. They never run after an error or a cut reply. */
const isDone = (outcome: Extract<Outcome, { kind: 'replied' }>): boolean =>
  outcome.calls === 0 &&
  outcome.hookStop === undefined &&
  (outcome.stopReason === 'end_turn' || outcome.stopReason === 'stop_sequence' || outcome.stopReason === null)

const finish = async (
  { deps, state, attempt }: Settling,
  stopReason: Extract<Outcome, { kind: 'finished' }>['stopReason'],
  signal: AbortSignal,
): Promise<Outcome> => {
  const lastText = lastAnswer([...state.messages, ...attempt.records])
  const hooks = await deps.stopHooks?.({ active: state.stopHookActive, lastText }, signal)
  if (signal.aborted) return aborted(signal, 'tools')
  const budget = deps.tokenBudget?.()
  return {
    kind: 'finished',
    stopReason,
    blocked: hooks?.blocked ?? [],
    ...(isEmpty(attempt) ? { empty: true } : {}),
    ...(hooks?.prevented === undefined ? {} : { prevented: hooks.prevented }),
    ...(hooks?.goal === undefined ? {} : { goal: hooks.goal }),
    ...(budget ? { budget } : {}),
    ...(deps.structuredMissing?.() ? { structuredMissing: true } : {}),
  }
}

async function* finishCalls(
  deps: TurnDeps,
  attempt: Attempt,
  signal: AbortSignal,
): AsyncGenerator<
  Event,
  { readonly messages: readonly Message[]; readonly stop?: Text; readonly structuredDone: boolean }
> {
  const messages: Message[] = []
  let stop: Text | undefined
  let structuredDone = false
  const done: { readonly call: CallRequest; readonly outcome: CallOutcome }[] = []
  for await (const { call, outcome } of attempt.executor.outcomes()) {
    const source = attempt.records.find(record => record.message.content[0] === call.block)
    const message = resultMessage(deps, outcome, source?.uuid)
    done.push({ call, outcome })
    messages.push(message)
    yield { type: 'entry', entry: await deps.record(message) }
    stop ??= outcome.stop
    structuredDone ||= outcome.structuredDone ?? false
  }
  if (done.length > 0 && !signal.aborted) stop ??= await deps.afterCalls?.(done, signal)
  if (messages.length > 0 && !signal.aborted)
    for (const message of await deps.attach()) {
      messages.push(message)
      yield { type: 'entry', entry: await deps.record(message) }
    }
  return { messages, structuredDone, ...(stop === undefined ? {} : { stop }) }
}

/** Nothing in it for a person: no word, no call, no block of a kind that only its maker knows. */
const isEmpty = ({ records }: Attempt): boolean =>
  records.every(({ message }) =>
    message.content.every(block =>
      block.type === 'text' ? block.text.trim() === '' : /^(?:redacted_)?thinking$/.test(block.type),
    ),
  )

const PASSING: readonly ModelError['kind'][] = ['overloaded', 'server_error', 'rate_limit', 'network']

const isBroken = ({ kind }: ModelError): boolean => kind === 'stream_broken' || PASSING.includes(kind)

/** Midway the model's own retries are over although nothing was tried again: what passes is then a broken stream. */
const failure = (
  error: ModelError,
  { midway }: { readonly midway: boolean },
): Extract<Outcome, { kind: 'failed' }> => ({
  kind: 'failed',
  error: midway && PASSING.includes(error.kind) ? 'stream_broken' : error.kind,
  message: error.localized,
  midway,
  ...(error.status === undefined ? {} : { status: error.status }),
  ...(error.resetsAt === undefined ? {} : { resetsAt: error.resetsAt }),
  ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
})

const aborted = (signal: AbortSignal, phase: 'streaming' | 'tools'): Outcome => ({
  kind: 'aborted',
  phase,
  ...(signal.reason instanceof TurnStop ? { terminal: signal.reason.terminal } : {}),
})

const textOf = (attempt: Attempt): string =>
  attempt.records.map(record => plainText(record.message.content)).join('')
