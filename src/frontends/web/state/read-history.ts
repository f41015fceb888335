import type { Message } from '../../../protocol/message.ts'
import { draftOf } from './reduce-event.ts'
import { addRead, rowsOf } from './rows-of.ts'
import type { SessionState } from './session-state.ts'

/** The last page of the history in the place of all that was shown. */
export const startWith = (
  state: SessionState,
  page: { readonly messages: readonly Message[]; readonly more: boolean },
): SessionState => {
  const { rows, orphans } = rowsOf(page.messages)
  return {
    ...state,
    rows,
    orphans,
    known: uuidsOf(page.messages),
    more: page.more,
    read: true,
    live: { id: '', blocks: [] },
    generation: state.generation + 1,
  }
}

/** A page before what is shown. What a compaction kept stands behind it already. */
export const putBefore = (
  state: SessionState,
  page: { readonly messages: readonly Message[]; readonly more: boolean },
): SessionState => {
  const { rows, orphans } = rowsOf(
    page.messages.filter(({ uuid }) => !state.known.has(uuid)),
    state.orphans,
  )
  return {
    ...state,
    rows: [...rows, ...state.rows],
    orphans,
    known: new Set([...state.known, ...uuidsOf(page.messages)]),
    more: page.more,
  }
}

/** Messages behind what is shown. */
export const putBehind = (state: SessionState, messages: readonly Message[]): SessionState => {
  const draft = draftOf(state)
  for (const message of messages) if (!state.known.has(message.uuid)) addRead(draft, message)
  return {
    ...state,
    rows: draft.rows,
    orphans: draft.orphans,
    known: new Set([...state.known, ...uuidsOf(messages)]),
    queue: state.queue.filter(({ uuid }) => !messages.some(message => message.uuid === uuid)),
  }
}

const uuidsOf = (messages: readonly Message[]): Set<string> => new Set(messages.map(({ uuid }) => uuid))
