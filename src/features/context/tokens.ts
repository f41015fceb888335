import type { Block, Message } from '../../protocol/message.ts'
import { contextTokens } from '../../protocol/usage.ts'

const TEXT_BYTES_PER_TOKEN = 4
const JSON_BYTES_PER_TOKEN = 2
const IMAGE_TOKENS = 1_600
const PADDING = 4 / 3

/** Estimated size of the next request: what the last reply reported, plus an estimate of what was added since. */
export const estimateTokens = (view: readonly Message[], overhead: number): number => {
  for (let index = view.length - 1; index >= 0; index -= 1) {
    const message = view[index]
    if (
      message?.type !== 'assistant' ||
      message.message.usage.output_tokens + message.message.usage.input_tokens === 0
    )
      continue
    const reported = contextTokens(message.message.usage)
    // Records of one reply carry the counters of its beginning; their own content is estimated too.
    const first = firstRecord(view, index)
    return reported + sum(view.slice(first))
  }
  return overhead + sum(view)
}

const firstRecord = (view: readonly Message[], last: number): number => {
  const id = idOf(view[last])
  let first = last
  while (first > 0 && idOf(view[first - 1]) === id) first -= 1
  return first
}
const idOf = (message: Message | undefined): string | undefined =>
  message?.type === 'assistant' ? message.message.id : undefined

const sum = (messages: readonly Message[]): number =>
  Math.ceil(messages.reduce((total, message) => total + tokensOf(message), 0) * PADDING)

const tokensOf = (message: Message): number => {
  if (message.type === 'system') return 0
  if (message.type === 'attachment') return message.attachment.text.length / TEXT_BYTES_PER_TOKEN
  const { content } = message.message
  if (typeof content === 'string') return content.length / TEXT_BYTES_PER_TOKEN
  return content.reduce((total: number, block) => total + tokensOfBlock(block), 0)
}

const tokensOfBlock = (block: Block): number => {
  switch (block.type) {
    case 'text':
      return block.text.length / TEXT_BYTES_PER_TOKEN
    case 'thinking':
      return block.thinking.length / TEXT_BYTES_PER_TOKEN
    case 'image':
    case 'document':
      return IMAGE_TOKENS
    case 'tool_use':
      return JSON.stringify(block.input).length / JSON_BYTES_PER_TOKEN
    case 'tool_result':
      return typeof block.content === 'string'
        ? block.content.length / TEXT_BYTES_PER_TOKEN
        : block.content.reduce((total: number, inner) => total + tokensOfBlock(inner), 0)
    default:
      return JSON.stringify(block).length / JSON_BYTES_PER_TOKEN
  }
}
