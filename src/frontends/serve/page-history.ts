import type { Message } from '../../protocol/message.ts'
import { serveText } from '../../protocol/messages/host/serve.ts'
import type { HistoryPage } from '../../protocol/serve/wire.ts'
import { WireProblem } from './wire-problem.ts'

const USUAL = 200

interface PageWish {
  readonly before?: string
  readonly after?: string
  readonly limit?: number
}

/** What the conversation was before a compaction, by the boundary of that. */
export type ReadEarlier = (boundary: string) => Promise<readonly Message[]>

/**
 * A page of messages, from the end unless it is to begin behind one of them. What stands before a compaction is no
 * longer in the history, but on the pages before it.
 */
export const pageHistory = async (
  history: readonly Message[],
  wish: PageWish,
  earlier: ReadEarlier,
): Promise<HistoryPage> => {
  const { before, after, limit = USUAL } = wish
  const total = history.length
  if (after !== undefined) {
    const from = indexIn(history, after) + 1
    if (from === 0) throw gone()
    const messages = history.slice(from, from + limit)
    return { messages, more: from + messages.length < total, total }
  }
  const { part, end } =
    before === undefined ? { part: history, end: total } : await placeOf(before, history, earlier)
  const from = Math.max(0, end - limit)
  return { messages: part.slice(from, end), more: from > 0 || boundaryOf(part) !== undefined, total }
}

/** Which part of the conversation a message ends, from compaction to compaction, and where in it. */
const placeOf = async (
  uuid: string,
  history: readonly Message[],
  earlier: ReadEarlier,
): Promise<{ readonly part: readonly Message[]; readonly end: number }> => {
  let part = history
  let end = indexIn(part, uuid)
  // In a file that somebody made, what was before a compaction may lead back to it.
  const passed = new Set<string>()
  while (end <= 0) {
    const boundary = boundaryOf(part)
    if (boundary === undefined || passed.has(boundary)) break
    passed.add(boundary)
    part = await earlier(boundary)
    end = end === 0 ? part.length : indexIn(part, uuid)
    if (part.length === 0) break
  }
  if (end < 0) throw gone()
  return { part, end }
}

/** Absent: this is how the conversation began, or how it was to begin anew. */
const boundaryOf = ([first]: readonly Message[]): string | undefined =>
  first?.type === 'system' && first.subtype === 'compact_boundary' && first.compactMetadata?.by !== 'clear'
    ? first.uuid
    : undefined

const indexIn = (messages: readonly Message[], uuid: string): number =>
  messages.findIndex(message => message.uuid === uuid)

const gone = (): WireProblem => new WireProblem('not_found', serveText('message_gone'))
