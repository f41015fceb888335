import type { Event } from '../protocol/event.ts'
import {
  type AssistantMessage,
  type Message,
  SYNTHETIC_MODEL,
  type SystemMessage,
  type UserMessage,
} from '../protocol/message.ts'
import { turnText } from '../protocol/messages/engine/turn.ts'
import type { LocalizedText } from '../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../protocol/messages/model-texts.ts'
import { AgentStopped, type Terminal } from '../protocol/transition.ts'
import { NO_USAGE } from '../protocol/usage.ts'
import { discardRecords } from './discard-records.ts'
import type { Iteration } from './iteration.ts'
import type { TurnDeps } from './turn.ts'

const says = modelTexts('loop_end', {
  interrupted: { en: '[The user interrupted the turn here.]', zh: '[用户在此处中断了这一轮。]' },
  stopped: {
    en: '[You were stopped here. Go by the next message.]',
    zh: '[你在此处被停止。请以下一条消息为准。]',
  },
  refused: { en: 'the model declined to answer.', zh: '模型拒绝回答。' },
  maxTurns: {
    en: 'its limit of {limit:number} requests was reached.',
    zh: '达到 {limit:number} 次请求的上限。',
  },
  hook: { en: 'a hook stopped it.', zh: '被钩子停止。' },
  spent: { en: 'a budget was used up.', zh: '预算已用完。' },
  denied: { en: 'too many calls were denied.', zh: '被拒绝的调用过多。' },
  unstructured: { en: 'no valid structured answer was given.', zh: '没有给出有效的结构化答案。' },
  noProgress: { en: 'the same call gave the same result too often.', zh: '同样的调用多次得到同样的结果。' },
  time: { en: 'it took too long.', zh: '耗时过长。' },
  ended: {
    en: '[The turn ended here: {why} Go by the next message.]',
    zh: '[这一轮在此结束：{why}请以下一条消息为准。]',
  },
})

/** Writes what the history needs after an ending that is not the model's own, so that the next turn is valid. */
export async function* conclude(
  deps: TurnDeps,
  { terminal, signal }: { readonly terminal: Terminal; readonly signal: AbortSignal },
  iteration: Iteration,
): AsyncGenerator<Event, readonly Message[]> {
  yield* discardRecords(deps, iteration.discarded)
  const message = closing(deps, terminal, signal.reason)
  if (!message) return []
  yield { type: 'entry', entry: await deps.record(message) }
  return [message]
}

const closing = (deps: TurnDeps, terminal: Terminal, reason: unknown): Message | undefined => {
  switch (terminal.kind) {
    case 'aborted_streaming':
    case 'aborted_tools':
      return harnessNote(deps, reason instanceof AgentStopped ? says('stopped') : says('interrupted'))
    case 'prompt_too_long':
    case 'max_output_tokens':
    case 'image_error':
    case 'model_error':
    case 'blocking_limit':
    case 'fallback_exhausted':
      return errorMessage(deps, terminal)
    case 'completed':
      return terminal.empty ? noAnswer(deps) : undefined
    case 'refused':
      return endNote(deps, says('refused'))
    case 'max_turns':
      return endNote(deps, says('maxTurns', { limit: terminal.limit }))
    case 'stop_hook_prevented':
    case 'hook_stopped':
      return endNote(deps, says('hook'))
    case 'budget_usd':
    case 'budget_tokens':
      return endNote(deps, says('spent'))
    case 'permission_denied_limit':
      return endNote(deps, says('denied'))
    case 'structured_output_failed':
      return endNote(deps, says('unstructured'))
    case 'no_progress':
      return endNote(deps, says('noProgress'))
    case 'time_limit':
      return endNote(deps, says('time'))
    // What was put off waits for whoever goes on, and a slash command is no turn of the model.
    case 'tool_deferred':
    case 'command_failed':
      return undefined
  }
}

/** For the model: without it the next turn would take the end for a program that stopped. */
const endNote = (deps: TurnDeps, why: LocalizedText): UserMessage => harnessNote(deps, says('ended', { why }))

const harnessNote = (deps: TurnDeps, text: LocalizedText): UserMessage => ({
  type: 'user',
  uuid: deps.newId(),
  timestamp: deps.now().toISOString(),
  message: { role: 'user', content: forModel(text, deps.language) },
  isMeta: true,
})

/** For the person, and for whoever resumes the session: the turn came to its end. */
const noAnswer = (deps: TurnDeps): SystemMessage => {
  const said = turnText('no_answer')
  return {
    type: 'system',
    subtype: 'informational',
    uuid: deps.newId(),
    timestamp: deps.now().toISOString(),
    content: said.text,
    localized: said,
    level: 'warning',
    closesTurn: true,
  }
}

/** What went wrong, said in the place of an answer; never sent back to the model. */
const errorMessage = (
  deps: TurnDeps,
  terminal: Extract<Terminal, { readonly error: unknown }>,
): AssistantMessage => ({
  type: 'assistant',
  uuid: deps.newId(),
  timestamp: deps.now().toISOString(),
  message: {
    id: deps.newId(),
    type: 'message',
    role: 'assistant',
    model: SYNTHETIC_MODEL,
    content: [{ type: 'text', text: terminal.message }],
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    usage: NO_USAGE,
  },
  ...(terminal.requestId === undefined ? {} : { requestId: terminal.requestId }),
  error: terminal.error,
  isApiErrorMessage: true,
  ...(terminal.localized ? { localized: terminal.localized } : {}),
})
