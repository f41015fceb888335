import { roughTokens } from '../../lib/text/rough-tokens.ts'
import type { Block, DocumentBlock, ImageBlock, Message } from '../../protocol/message.ts'
import { contextTokens } from '../../protocol/usage.ts'
import { imageTokens } from './image-tokens.ts'

const JSON_LETTERS_PER_TOKEN = 2
const IMAGE_TOKENS = 1_600
/** A page of a document is about so many bytes and tokens. */
const PAGE_BYTES = 60_000
const PAGE_TOKENS = 2_000
const PADDING = 4 / 3

/**
 * Estimated size of the next request: what the last reply reported, plus an estimate of what was added since, with a
 * margin: the usual one, or what reports have taught.
 */
export const estimateTokens = (view: readonly Message[], overhead: number, margin = PADDING): number => {
  const stale = new Set(preservedIn(view))
  let freed = 0
  for (let index = view.length - 1; index >= 0; index -= 1) {
    const message = view[index]
    // What was taken out since is still in the report of the reply before.
    if (message?.type === 'system') freed += message.edit?.freed ?? 0
    if (message?.type !== 'assistant' || stale.has(message.uuid)) continue
    if (message.message.usage.output_tokens + message.message.usage.input_tokens === 0) continue
    const reported = contextTokens(message.message.usage)
    // Records of one reply carry the counters of its beginning; their own content is estimated too.
    const first = firstRecord(view, index)
    return Math.max(0, reported - freed) + sumTokens(view.slice(first), margin)
  }
  return overhead + sumTokens(view, margin)
}

/** Messages that a compaction kept were reported on when there was more before them. */
const preservedIn = (view: readonly Message[]): readonly string[] => {
  const [first] = view
  return first?.type === 'system' ? (first.compactMetadata?.preserved?.uuids ?? []) : []
}

const firstRecord = (view: readonly Message[], last: number): number => {
  const id = idOf(view[last])
  let first = last
  while (first > 0 && idOf(view[first - 1]) === id) first -= 1
  return first
}
const idOf = (message: Message | undefined): string | undefined =>
  message?.type === 'assistant' ? message.message.id : undefined

/** Estimated tokens of messages alone, with a margin. */
export const sumTokens = (messages: readonly Message[], margin = PADDING): number =>
  Math.ceil(messages.reduce((total, message) => total + tokensOf(message), 0) * margin)

/** Estimated tokens of a text, with the same margin. */
export const textTokens = (text: string): number => Math.ceil(roughTokens(text) * PADDING)

const tokensOf = (message: Message): number => {
  if (message.type === 'system') return 0
  if (message.type === 'attachment') return roughTokens(message.attachment.text)
  const { content } = message.message
  if (typeof content === 'string') return roughTokens(content)
  return content.reduce((total: number, block) => total + tokensOfBlock(block), 0)
}

export const tokensOfBlock = (block: Block): number => {
  switch (block.type) {
    case 'text':
      return roughTokens(block.text)
    case 'thinking':
      return roughTokens(block.thinking)
    case 'image':
    case 'document':
      return mediumTokens(block)
    case 'tool_use':
      return roughTokens(JSON.stringify(block.input), JSON_LETTERS_PER_TOKEN)
    case 'tool_result':
      return typeof block.content === 'string'
        ? roughTokens(block.content)
        : block.content.reduce((total: number, inner) => total + tokensOfBlock(inner), 0)
    default:
      return roughTokens(JSON.stringify(block), JSON_LETTERS_PER_TOKEN)
  }
}

/** A picture costs by its pixels, a document by the page. */
export const mediumTokens = ({ type, source }: ImageBlock | DocumentBlock): number => {
  if (source.type === 'text') return roughTokens(source.data)
  if (source.type === 'url') return IMAGE_TOKENS
  if (type === 'image') return imageTokens(source.data)
  return Math.max(1, Math.ceil((source.data.length * 0.75) / PAGE_BYTES)) * PAGE_TOKENS
}
