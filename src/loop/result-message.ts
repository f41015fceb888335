import { DEFERRED_CALL, type UserMessage } from '../protocol/message.ts'
import { frameReminder } from './reminder.ts'
import type { CallOutcome, TurnDeps } from './turn.ts'

/** What a call came to, for the history; `source` is the message that holds the call. */
export const resultMessage = (
  deps: Pick<TurnDeps, 'newId' | 'now'>,
  outcome: CallOutcome,
  source: string | undefined,
): UserMessage => {
  const context = (outcome.context ?? []).map(text => ({ type: 'text', text: frameReminder(text) }) as const)
  return {
    type: 'user',
    uuid: deps.newId(),
    timestamp: deps.now().toISOString(),
    message: { role: 'user', content: [outcome.result, ...context] },
    ...(outcome.output === undefined ? {} : { toolUseResult: outcome.output }),
    ...(outcome.effects?.length ? { effects: outcome.effects } : {}),
    ...(outcome.ran ? { ran: outcome.ran } : {}),
    ...(outcome.refusedBy ? { refused: outcome.refusedBy } : {}),
    ...(source === undefined ? {} : { sourceToolAssistantUUID: source }),
    ...(outcome.deferred ? { origin: { kind: DEFERRED_CALL } } : {}),
  }
}
