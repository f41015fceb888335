import type { Message } from '../../protocol/message.ts'
import type { HistoryPage } from '../../protocol/serve/wire.ts'
import { WireProblem } from './wire-problem.ts'

const USUAL = 200

interface PageWish {
  readonly before?: string
  readonly after?: string
  readonly limit?: number
}

/** A page of messages, from the end unless it is to begin behind one of them. */
export const pageHistory = (
  history: readonly Message[],
  { before, after, limit = USUAL }: PageWish,
): HistoryPage => {
  const at = (uuid: string): number => {
    const found = history.findIndex(message => message.uuid === uuid)
    if (found < 0) throw new WireProblem('not_found', 'That message is not in the conversation any more.')
    return found
  }
  const total = history.length
  if (after !== undefined) {
    const from = at(after) + 1
    const messages = history.slice(from, from + limit)
    return { messages, more: from + messages.length < total, total }
  }
  const end = before === undefined ? total : at(before)
  const from = Math.max(0, end - limit)
  return { messages: history.slice(from, end), more: from > 0, total }
}
