import { randomUUID } from 'node:crypto'
import type { ModelRequest, StreamEvent } from '../../../protocol/model.ts'
import { asRecord } from '../json-shape.ts'

const MOST_KEPT = 10_000

/**
 * A history tells replies apart by their ids, and calls by theirs. Some servers give none, some gateways answer from a
 * store with those of an earlier reply, some begin to count anew each time: such ids are replaced. One for each client.
 */
export class FreshIds {
  readonly #replies = new Set<string>()

  /** For one reply to `request`: each event as it came, or with an id of its own. */
  within(request: Pick<ModelRequest, 'messages'>): (event: StreamEvent) => StreamEvent {
    let calls: Set<string> | undefined
    const known = (): Set<string> => (calls ??= callsIn(request))
    return event => {
      if (event.type === 'message_start') return withId(event, 'message', id => this.#reply(id))
      if (event.type !== 'content_block_start' || asRecord(event['content_block'])['type'] !== 'tool_use')
        return event
      return withId(event, 'content_block', id => taken(id, known()))
    }
  }

  #reply(id: string): string {
    const own = id === '' || this.#replies.has(id) ? `msg_${randomUUID()}` : id
    if (this.#replies.size >= MOST_KEPT) this.#replies.clear()
    this.#replies.add(own)
    return own
  }
}

const taken = (id: string, calls: Set<string>): string => {
  const own = id === '' || calls.has(id) ? `call_${randomUUID()}` : id
  calls.add(own)
  return own
}

const withId = (
  event: StreamEvent,
  field: 'message' | 'content_block',
  choose: (id: string) => string,
): StreamEvent => {
  const about = asRecord(event[field])
  const said = typeof about['id'] === 'string' ? about['id'] : ''
  const id = choose(said)
  return id === said ? event : { ...event, [field]: { ...about, id } }
}

const callsIn = ({ messages }: Pick<ModelRequest, 'messages'>): Set<string> => {
  const ids = new Set<string>()
  for (const { content } of messages)
    if (typeof content !== 'string')
      for (const block of content) if (block.type === 'tool_use') ids.add(block.id)
  return ids
}
