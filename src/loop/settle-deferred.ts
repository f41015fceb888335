import type { Event } from '../protocol/event.ts'
import {
  DEFERRED_CALL,
  type Message,
  type ToolUseBlock,
  toolUses,
  type UserMessage,
} from '../protocol/message.ts'
import { discardRecords } from './discard-records.ts'
import { resultMessage } from './result-message.ts'
import { ToolExecutor } from './tool-executor.ts'
import type { TurnDeps } from './turn.ts'

/** A call that a hook put off, with what stands in the place of its result. */
export interface DeferredCall {
  readonly block: ToolUseBlock
  /** The message it stands in. */
  readonly source: string
  readonly placeholder: UserMessage
}

/** The call that the conversation stopped at; undefined: it did not stop for one, or it has gone on since. */
export const deferredIn = (messages: readonly Message[]): DeferredCall | undefined => {
  const placeholder = messages.at(-1)
  if (placeholder?.type !== 'user' || placeholder.origin?.kind !== DEFERRED_CALL) return undefined
  const { content } = placeholder.message
  const result = typeof content === 'string' ? undefined : content.find(block => block.type === 'tool_result')
  for (const message of messages.toReversed()) {
    const calls = message.type === 'assistant' ? toolUses(message.message.content) : []
    const block = calls.find(({ id }) => id === result?.tool_use_id)
    if (block) return { block, source: message.uuid, placeholder }
  }
  return undefined
}

/**
 * Makes the same call again; the model never saw the placeholder. That it is gone is on disk before the call starts:
 * after a crash nobody takes the call for one that still waits. True: it was put off once more.
 */
export async function* settleDeferred(
  deps: TurnDeps,
  { block, source, placeholder }: DeferredCall,
  signal: AbortSignal,
): AsyncGenerator<Event, boolean> {
  yield* discardRecords(deps, [placeholder])
  const executor = new ToolExecutor(deps.tools, signal)
  let again = false
  try {
    executor.add({ block })
    for await (const { outcome } of executor.outcomes()) {
      again = outcome.deferred === true
      yield { type: 'entry', entry: await deps.record(resultMessage(deps, outcome, source)) }
    }
  } finally {
    await executor.discard()
  }
  return again
}
