import type { MediaSource, ResultBlock, ToolResultBlock, UserBlock } from '../../../protocol/message.ts'

type Media = Exclude<ResultBlock, { readonly type: 'text' }>

/** A result for protocols in which it is only text: its words, and what has to be shown right behind it. */
export const resultParts = ({
  content,
}: Pick<ToolResultBlock, 'content'>): { readonly text: string; readonly media: readonly Media[] } => {
  const { words, media } = split(content)
  return { text: [...words, ...(media.length > 0 ? ['(What it shows follows.)'] : [])].join('\n'), media }
}

/**
 * The results of one reply where nothing may stand between them: what they show comes behind them all, and with more
 * than one picture each says which is its own.
 */
export const joinedResults = (
  results: readonly ToolResultBlock[],
): {
  readonly results: readonly { readonly block: ToolResultBlock; readonly text: string }[]
  readonly shown: readonly UserBlock[]
} => {
  const all = results.map(block => ({ block, ...split(block.content) }))
  const several = all.reduce((sum, { media }) => sum + media.length, 0) > 1
  const shown: UserBlock[] = []
  let count = 0
  const show = (media: Media): string => {
    const name = `[${++count}]`
    if (several) shown.push({ type: 'text', text: name })
    shown.push(media)
    return name
  }
  const spoken = all.map(({ block, words, media }) => {
    const names = media.map(show).join(', ')
    const pointer = several
      ? `(What it shows follows behind the results as ${names}.)`
      : '(What it shows follows behind the results.)'
    return { block, text: [...words, ...(names === '' ? [] : [pointer])].join('\n') }
  })
  return { results: spoken, shown }
}

/** Where a result cannot say by itself that it is an error. */
export const markError = (text: string, { is_error }: Pick<ToolResultBlock, 'is_error'>): string =>
  is_error && !/^(?:error|<tool_use_error>)/i.test(text) ? `Error: ${text}` : text

const split = (
  content: ToolResultBlock['content'],
): { readonly words: readonly string[]; readonly media: readonly Media[] } => {
  const blocks: readonly ResultBlock[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return {
    words: blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])),
    media: blocks.flatMap(block => (block.type === 'text' ? [] : [block])),
  }
}

export const dataUrl = (source: MediaSource): string =>
  source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`
