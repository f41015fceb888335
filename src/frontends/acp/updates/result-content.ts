import type { ContentBlock, ToolCallContent } from '@agentclientprotocol/sdk'
import { withoutReminders } from '../../../lib/text/without-reminders.ts'
import type { ResultBlock, ToolResultBlock } from '../../../protocol/message.ts'
import { bounded, fenced, textBlock, textContent } from './text-content.ts'

/** What a call gave, for people: without what only the model is told. */
export const resultContent = (
  { content }: ToolResultBlock,
  { verbatim = false }: { readonly verbatim?: boolean },
): readonly ToolCallContent[] => {
  const blocks: readonly ResultBlock[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return blocks.flatMap(block => {
    if (block.type !== 'text') return mediaContent(block)
    const text = bounded(forPeople(block.text))
    if (text.trim() === '') return []
    return [textContent(verbatim ? fenced(text) : text)]
  })
}

const FRAMES = /<\/?(?:tool_use_error|local-command-stdout|local-command-stderr)>/g

/** A text that was made for the model, without what only the model is told. */
export const forPeople = (text: string): string =>
  text.includes('<') ? withoutReminders(text).replace(FRAMES, '').trim() : text

const mediaContent = (block: Exclude<ResultBlock, { readonly type: 'text' }>): readonly ToolCallContent[] => {
  const shown = mediaBlock(block)
  return shown === undefined ? [] : [{ type: 'content', content: shown }]
}

/** A picture as it is; of a document only its name. */
export const mediaBlock = (
  block: Exclude<ResultBlock, { readonly type: 'text' }>,
): ContentBlock | undefined => {
  const { source } = block
  if (block.type === 'document') return textBlock(`[${block.title ?? 'document'}]`)
  return source.type === 'base64'
    ? { type: 'image', data: source.data, mimeType: source.media_type }
    : undefined
}
