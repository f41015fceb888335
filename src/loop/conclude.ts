import type { Event } from '../protocol/event.ts'
import {
  type AssistantMessage,
  type Message,
  SYNTHETIC_MODEL,
  type SystemMessage,
  type UserMessage,
} from '../protocol/message.ts'
import { turnText } from '../protocol/messages/engine/turn.ts'
import { AgentStopped, type Terminal } from '../protocol/transition.ts'
import { NO_USAGE } from '../protocol/usage.ts'
import { discardRecords } from './discard-records.ts'
import type { Iteration } from './iteration.ts'
import type { TurnDeps } from './turn.ts'

const INTERRUPTED = '[The user interrupted the turn here.]'
const STOPPED = '[You were stopped here. Go by the next message.]'

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
      return harnessNote(deps, reason instanceof AgentStopped ? STOPPED : INTERRUPTED)
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
      return endNote(deps, 'the model declined to answer.')
    case 'max_turns':
      return endNote(deps, `its limit of ${terminal.limit} requests was reached.`)
    case 'stop_hook_prevented':
    case 'hook_stopped':
      return endNote(deps, 'a hook stopped it.')
    case 'budget_usd':
    case 'budget_tokens':
      return endNote(deps, 'a budget was used up.')
    case 'permission_denied_limit':
      return endNote(deps, 'too many calls were denied.')
    case 'structured_output_failed':
      return endNote(deps, 'no valid structured answer was given.')
    case 'no_progress':
      return endNote(deps, 'the same call gave the same result too often.')
    case 'time_limit':
      return endNote(deps, 'it took too long.')
    // What was put off waits for whoever goes on, and a slash command is no turn of the model.
    case 'tool_deferred':
    case 'command_failed':
      return undefined
  }
}

/** For the model: without it the next turn would take the end for a program that stopped. */
const endNote = (deps: TurnDeps, why: string): UserMessage =>
  harnessNote(deps, `[The turn ended here: ${why} Go by the next message.]`)

const harnessNote = (deps: TurnDeps, content: string): UserMessage => ({
  type: 'user',
  uuid: deps.newId(),
  timestamp: deps.now().toISOString(),
  message: { role: 'user', content },
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
