import type { Event } from '../protocol/event.ts'
import {
  type AssistantMessage,
  type Message,
  SYNTHETIC_MODEL,
  type SystemMessage,
  type UserMessage,
} from '../protocol/message.ts'
import type { Terminal } from '../protocol/transition.ts'
import { NO_USAGE } from '../protocol/usage.ts'
import { bury } from './bury.ts'
import type { Iteration } from './iteration.ts'
import type { TurnDeps } from './turn.ts'

const NO_ANSWER = 'The model ended without an answer.'
const INTERRUPTED = '[The user interrupted the turn here.]'

/** Writes what the history needs after an ending that is not the model's own, so that the next turn is valid. */
export async function* conclude(
  deps: TurnDeps,
  terminal: Terminal,
  iteration: Iteration,
): AsyncGenerator<Event, readonly Message[]> {
  yield* bury(deps, iteration.discarded)
  const message = closing(deps, terminal)
  if (!message) return []
  yield { type: 'entry', entry: await deps.record(message) }
  return [message]
}

const closing = (deps: TurnDeps, terminal: Terminal): Message | undefined => {
  switch (terminal.kind) {
    case 'aborted_streaming':
    case 'aborted_tools':
      return interruption(deps)
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
    case 'max_turns':
    case 'stop_hook_prevented':
    case 'hook_stopped':
    case 'tool_deferred':
    case 'budget_usd':
    case 'budget_tokens':
    case 'permission_denied_limit':
    case 'structured_output_failed':
    case 'no_progress':
    case 'time_limit':
    case 'command_failed':
      return undefined
  }
}

const interruption = (deps: TurnDeps): UserMessage => ({
  type: 'user',
  uuid: deps.newId(),
  timestamp: deps.now().toISOString(),
  message: { role: 'user', content: INTERRUPTED },
  isMeta: true,
})

/** For the person, and for whoever resumes the session: the turn came to its end. */
const noAnswer = (deps: TurnDeps): SystemMessage => ({
  type: 'system',
  subtype: 'informational',
  uuid: deps.newId(),
  timestamp: deps.now().toISOString(),
  content: NO_ANSWER,
  level: 'warning',
  closesTurn: true,
})

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
})
