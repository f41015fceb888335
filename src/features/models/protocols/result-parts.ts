import type { MediaSource, ResultBlock, ToolResultBlock } from '../../../protocol/message.ts'

/** A result for protocols in which it is only text: its words, and what has to be shown beside it. */
export const resultParts = ({
  content,
  is_error,
}: Pick<ToolResultBlock, 'content' | 'is_error'>): {
  readonly text: string
  readonly media: readonly Exclude<ResultBlock, { readonly type: 'text' }>[]
} => {
  const blocks: readonly ResultBlock[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const media = blocks.flatMap(block => (block.type === 'text' ? [] : [block]))
  const words = blocks.flatMap(block => (block.type === 'text' ? [block.text] : []))
  const pointer = media.length > 0 ? ['(What it shows follows in the next message.)'] : []
  const text = [...words, ...pointer].join('\n')
  return { text: is_error && !/^error/i.test(text) ? `Error: ${text}` : text, media }
}

export const dataUrl = (source: MediaSource): string =>
  source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`
