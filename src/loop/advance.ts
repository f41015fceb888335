import type { Event } from '../protocol/event.ts'
import { CONTINUATION, type Message, NUDGE, type UserMessage } from '../protocol/message.ts'
import { turnText } from '../protocol/messages/engine/turn.ts'
import type { Text } from '../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../protocol/messages/model-texts.ts'
import { notice } from '../protocol/messages/notice.ts'
import type { Transition } from '../protocol/transition.ts'
import { discardRecords } from './discard-records.ts'
import type { Iteration } from './iteration.ts'
import { runStage } from './prepare.ts'
import type { TurnDeps, TurnState } from './turn.ts'

const says = modelTexts('loop_advance', {
  resume: {
    en: 'Your reply was cut off at the output limit. Go on exactly where it stopped: no apology, no recap. Work in smaller pieces.',
    zh: '你的回复因输出上限被截断。从断处接着写：不要道歉，不要复述。分成更小的部分完成。',
  },
  cutCall: {
    en: 'Your reply was cut off at the output limit inside a tool call, which was not made. Make it now, in smaller pieces if it is long: no apology, no recap.',
    zh: '你的回复在一次工具调用中因输出上限被截断，调用没有发出。现在发出；如果较长，分成小块：不要道歉，不要复述。',
  },
  broken: {
    en: 'The connection broke off in the middle of your reply. What stands above is kept; a tool call you were writing was not made. Go on exactly where it stopped: no apology, no recap.',
    zh: '连接在你回复途中断开。以上内容已保留；正在写的工具调用没有发出。从断处接着写：不要道歉，不要复述。',
  },
  repeated: {
    en: 'Your reply said the same again and again and was cut off. Do not go on with it: take the next step of the task with one tool call, or give the answer in a few sentences.',
    zh: '你的回复不断重复，已被截断。不要接着写：用一个工具调用进行任务的下一步，或用几句话给出答案。',
  },
  structured: {
    en: 'The answer to this request must be given by calling StructuredOutput with an object that fits its schema. Call it now.',
    zh: '此请求的答案必须通过调用 StructuredOutput 给出，对象须符合其 schema。现在调用。',
  },
  stopHook: { en: 'A stop hook asks you to go on:\n{reasons}', zh: '停止钩子要求你继续：\n{reasons}' },
  budget: {
    en: '{used:number} of {total:number} budgeted tokens are used. Go on with the task; do not summarize.',
    zh: '预算的 token 已用 {used:number}/{total:number}。继续任务；不要总结。',
  },
})

/** Steps that send the same request again: nothing of the reply stays. */
const REPEATS: ReadonlySet<Transition['kind']> = new Set([
  'collapse_drain_retry',
  'reactive_compact_retry',
  'max_output_tokens_escalate',
  'model_fallback',
  'stream_retry',
] as const)

interface Going {
  readonly state: TurnState
  readonly iteration: Iteration
  readonly step: Transition
}

/** Builds the state of the next iteration, whole. `undefined`: the recovery did not come off. */
export async function* advance(
  deps: TurnDeps,
  going: Going,
  signal: AbortSignal,
): AsyncGenerator<Event, TurnState | undefined> {
  const { state, iteration, step } = going
  const kept = iteration.view.concat(iteration.added)
  const next = { ...state, compactFailures: iteration.compactFailures, transition: step }
  const repeats = REPEATS.has(step.kind) && !('kept' in step)
  yield* discardRecords(deps, repeats ? iteration.attempt : iteration.discarded)
  switch (step.kind) {
    case 'next_turn':
      return { ...next, ...FRESH, messages: kept, turnCount: state.turnCount + 1 }
    case 'message_joined': {
      const said = yield* join(deps)
      return said && { ...next, ...FRESH, messages: kept.concat(said), turnCount: state.turnCount + 1 }
    }
    case 'collapse_drain_retry': {
      const drained = await deps.collapses?.drain(iteration.view)
      for (const message of drained?.added ?? []) yield { type: 'entry', entry: await deps.record(message) }
      return { ...next, messages: drained?.view ?? iteration.view }
    }
    case 'reactive_compact_retry': {
      const view = yield* compactNow(deps, going, signal)
      return view && { ...next, messages: view, reactiveTried: true, compactFailures: 0 }
    }
    case 'max_output_tokens_escalate':
      return { ...next, messages: iteration.view, escalated: true }
    case 'max_output_tokens_recovery': {
      const nudge = yield* say(deps, step.inCall ? says('cutCall') : says('resume'), OUTPUT_LIMIT)
      return { ...next, messages: [...kept, nudge], outputRecoveries: step.attempt, escalated: true }
    }
    case 'repetition_recovery': {
      yield notice('warning', turnText('repeated'))
      const nudge = yield* say(deps, says('repeated'))
      return { ...next, messages: [...kept, nudge], repetitions: step.attempt }
    }
    case 'stop_hook_blocking': {
      const feedback = yield* say(deps, says('stopHook', { reasons: step.reasons.join('\n') }))
      return {
        ...next,
        messages: [...kept, feedback],
        stopHookActive: true,
        stopBlocks: state.stopBlocks + 1,
      }
    }
    case 'goal_continues': {
      const shown = step.localized ? { localized: step.localized } : {}
      const feedback = yield* say(deps, step.text, { kind: NUDGE, ...shown })
      return { ...next, messages: [...kept, feedback], stopHookActive: true, stopBlocks: 0 }
    }
    case 'token_budget_continuation': {
      const nudge = yield* say(deps, says('budget', { used: step.used, total: step.total }))
      const gains = [...state.gains, step.used - state.budgetUsed]
      return { ...next, messages: [...kept, nudge], gains, budgetUsed: step.used }
    }
    case 'structured_output_retry': {
      const nudge = yield* say(deps, says('structured'))
      return { ...next, messages: [...kept, nudge], structuredNudges: step.attempt }
    }
    case 'model_fallback': {
      yield notice('warning', turnText('switching', { model: state.model, next: step.to }))
      const messages = step.kept ? [...kept, yield* say(deps, says('broken'), STREAM)] : iteration.view
      return { ...next, messages, model: step.to, fallbacks: state.fallbacks.slice(1) }
    }
    case 'stream_retry': {
      const messages = step.kept ? [...kept, yield* say(deps, says('broken'), STREAM)] : iteration.view
      return { ...next, messages, streamRetries: step.attempt }
    }
  }
}

/** What was tried for the reply before counts for nothing with the next. */
const FRESH = { escalated: false, outputRecoveries: 0, streamRetries: 0 } as const

/** `undefined`: nothing was said after all, because a hook refused it. */
async function* join(deps: TurnDeps): AsyncGenerator<Event, readonly Message[] | undefined> {
  const said = await deps.attach()
  for (const message of said) yield { type: 'entry', entry: await deps.record(message) }
  return said.length === 0 ? undefined : said
}

const OUTPUT_LIMIT = { kind: CONTINUATION, cause: 'output_limit' } as const
const STREAM = { kind: CONTINUATION, cause: 'stream' } as const

async function* say(
  deps: TurnDeps,
  text: Text,
  origin: NonNullable<UserMessage['origin']> = { kind: NUDGE },
): AsyncGenerator<Event, UserMessage> {
  const message: UserMessage = {
    type: 'user',
    uuid: deps.newId(),
    timestamp: deps.now().toISOString(),
    message: { role: 'user', content: forModel(text, deps.language) },
    isMeta: true,
    origin,
  }
  yield { type: 'entry', entry: await deps.record(message) }
  return message
}

async function* compactNow(
  deps: TurnDeps,
  { state, iteration }: Going,
  signal: AbortSignal,
): AsyncGenerator<Event, readonly Message[] | undefined> {
  const { view } = iteration
  const env = deps.stageEnv(view, { trigger: 'reactive', signal, model: state.model })
  const result = yield* runStage(deps, deps.compact, { view, env })
  return result === 'failed' ? undefined : result?.view
}
