import type { Event } from '../protocol/event.ts'
import type { Message, SystemMessage } from '../protocol/message.ts'
import { turnText } from '../protocol/messages/engine/turn.ts'
import type { TurnDeps } from './turn.ts'

/** Marks records that no longer count, those of a repeated attempt or a placeholder, on disk and on the screen. */
export async function* discardRecords(deps: TurnDeps, records: readonly Message[]): AsyncGenerator<Event> {
  if (records.length === 0) return
  const removed = records.map(message => message.uuid)
  const said = turnText('discarded')
  const tombstone: SystemMessage = {
    type: 'system',
    subtype: 'tombstone',
    uuid: deps.newId(),
    timestamp: deps.now().toISOString(),
    content: said.text,
    localized: said,
    removed,
  }
  await deps.record(tombstone)
  yield { type: 'tombstone', uuids: removed }
}
