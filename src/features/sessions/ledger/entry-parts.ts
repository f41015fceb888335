import type { MessageEntry } from '../../../protocol/entry.ts'
import { plainText, type ToolUseBlock } from '../../../protocol/message.ts'
import type { Request } from './story.ts'

/** What a message adds to its turn, before texts are clipped. */
export type EntryPart =
  | { readonly kind: 'text' | 'thinking' | 'notice' | 'attachment' | 'said'; readonly text: string }
  | { readonly kind: 'image'; readonly mediaType: string; readonly data: string }
  /** `position`: among the blocks of the message. */
  | { readonly kind: 'call'; readonly block: ToolUseBlock; readonly position: number }

/** What somebody said that begins a turn; results and reminders do not. */
export const requestIn = (entry: MessageEntry): Omit<Request, 'text'> | undefined => {
  if (entry.type !== 'user') return undefined
  const { content } = entry.message
  if (typeof content !== 'string' && content.some(block => block.type === 'tool_result')) return undefined
  if (entry.isCompactSummary === true) return { uuid: entry.uuid, by: 'summary' }
  return entry.isMeta === true ? undefined : { uuid: entry.uuid, by: 'person' }
}

export function* partsOf(entry: MessageEntry): Generator<EntryPart, void, void> {
  switch (entry.type) {
    case 'assistant':
      for (const [position, block] of entry.message.content.entries()) {
        if (block.type === 'text') yield { kind: 'text', text: block.text }
        else if (block.type === 'thinking') yield { kind: 'thinking', text: block.thinking }
        else if (block.type === 'tool_use') yield { kind: 'call', block, position }
      }
      return
    case 'user': {
      const { content } = entry.message
      for (const block of typeof content === 'string' ? [] : content)
        if (block.type === 'image' && block.source.type === 'base64')
          yield { kind: 'image', mediaType: block.source.media_type, data: block.source.data }
      const text = requestIn(entry) === undefined ? plainText(content) : ''
      if (text !== '') yield { kind: 'said', text }
      return
    }
    case 'system':
      if (entry.subtype !== 'tombstone') yield { kind: 'notice', text: entry.content }
      return
    case 'attachment':
      yield { kind: 'attachment', text: entry.attachment.text }
  }
}
