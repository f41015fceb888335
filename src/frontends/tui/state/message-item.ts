import type { Message } from '../../../protocol/message.ts'
import type { Item } from './item.ts'
import type { Transcript } from './ui-state.ts'

/** Begins the id of an item that the model sent to the person with a call (Brief, SendUserFile …). */
export const MESSAGE_ID = 'told:'

/** What a call of an earlier run said to the person; events tell of those of this run. */
export const messageItems = ({ done, live }: Transcript, message: Message): readonly Item[] => {
  if (message.type !== 'user' || typeof message.message.content === 'string') return []
  return message.message.content.flatMap(block => {
    if (block.type !== 'tool_result') return []
    const isCall = (item: Item): boolean => item.kind === 'tool' && item.id === block.tool_use_id
    const call = live.find(isCall) ?? done.findLast(isCall)
    if (call?.kind !== 'tool' || call.state !== 'done') return []
    const body = call.presentation?.body
    if (body?.type !== 'message' || body.text === undefined) return []
    return [{ kind: 'assistant', id: `${MESSAGE_ID}${call.id}`, text: body.text, ended: true } as const]
  })
}
