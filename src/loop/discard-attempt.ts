import type { Event } from '../protocol/event.ts'
import type { Message, SystemMessage } from '../protocol/message.ts'
import type { TurnDeps } from './turn.ts'

/** Marks records of an attempt that was thrown away, on disk and on the screen. */
export async function* discardAttempt(deps: TurnDeps, attempt: readonly Message[]): AsyncGenerator<Event> {
  if (attempt.length === 0) return
  const removed = attempt.map(message => message.uuid)
  const tombstone: SystemMessage = {
    type: 'system',
    subtype: 'tombstone',
    uuid: deps.newId(),
    timestamp: deps.now().toISOString(),
    content: 'This attempt was discarded and the request repeated.',
    removed,
  }
  await deps.record(tombstone)
  yield { type: 'tombstone', uuids: removed }
}
