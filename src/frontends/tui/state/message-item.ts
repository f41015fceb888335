import { listField, textField } from '../../../lib/values/read-field.ts'
import type { Message } from '../../../protocol/message.ts'
import type { Item } from './item.ts'
import type { Transcript } from './ui-state.ts'

/** Begins the id of an item that the model sent to the person with a call (Brief, SendUserFile …). */
export const MESSAGE_ID = 'told:'

const MESSAGE_TOOLS: readonly string[] = ['Brief', 'SendUserMessage']

/** What a call of an earlier run said to the person; events tell of those of this run. */
export const messageItems = ({ done, live }: Transcript, message: Message): readonly Item[] => {
  if (message.type !== 'user' || typeof message.message.content === 'string') return []
  return message.message.content.flatMap(block => {
    if (block.type !== 'tool_result') return []
    const isCall = (item: Item): boolean => item.kind === 'tool' && item.id === block.tool_use_id
    const call = live.find(isCall) ?? done.findLast(isCall)
    if (call?.kind !== 'tool' || call.state !== 'done' || !MESSAGE_TOOLS.includes(call.name)) return []
    const files = listField(call.output, 'attachments').map(file => `- ${String(file)}`)
    const text = [textField(call.output, 'message') ?? '', files.join('\n')].filter(part => part !== '')
    return [
      { kind: 'assistant', id: `${MESSAGE_ID}${call.id}`, text: text.join('\n\n'), ended: true } as const,
    ]
  })
}
