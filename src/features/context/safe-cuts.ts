import { type Message, toolUses } from '../../protocol/message.ts'

/**
 * Positions at which a history may be cut in two: no call is parted from its result and no record from its reply.
 * Position `i` is in front of message `i`; the beginning and the end are always among them.
 */
export const safeCuts = (view: readonly Message[]): readonly number[] => {
  const { replies, results } = lastPlaces(view)
  const cuts = [0]
  let until = -1
  view.forEach((message, at) => {
    if (at > 0 && at > until) cuts.push(at)
    if (message.type !== 'assistant') return
    until = Math.max(until, replies.get(message.message.id) ?? at)
    for (const { id } of toolUses(message.message.content)) until = Math.max(until, results.get(id) ?? at)
  })
  return view.length === 0 ? cuts : [...cuts, view.length]
}

/** The last safe position that is not behind `at`. */
export const cutBefore = (view: readonly Message[], at: number): number =>
  safeCuts(view).findLast(cut => cut <= at) ?? 0

/** The history in the smallest pieces that may stand alone. */
export const piecesOf = (view: readonly Message[]): readonly (readonly Message[])[] => {
  const cuts = safeCuts(view)
  return cuts.slice(1).map((to, index) => view.slice(cuts[index], to))
}

const lastPlaces = (view: readonly Message[]) => {
  const replies = new Map<string, number>()
  const results = new Map<string, number>()
  for (const [at, message] of view.entries()) {
    if (message.type === 'assistant') replies.set(message.message.id, at)
    if (message.type !== 'user' || typeof message.message.content === 'string') continue
    for (const block of message.message.content)
      if (block.type === 'tool_result') results.set(block.tool_use_id, at)
  }
  return { replies, results }
}
