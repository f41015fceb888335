import type { ResultBlock } from '../protocol/message.ts'

const DEFAULT_MAX_CHARS = 100_000

/** Keeps a result from flooding the context: the beginning and the end stay, what is missing is said. */
export const boundResult = (
  blocks: readonly ResultBlock[],
  maxChars = DEFAULT_MAX_CHARS,
): string | readonly ResultBlock[] => {
  const bounded = blocks.map(block =>
    block.type === 'text' ? { ...block, text: boundText(block.text, maxChars) } : block,
  )
  const [only] = bounded
  if (bounded.length === 0) return ''
  return bounded.length === 1 && only?.type === 'text' ? only.text : bounded
}

const boundText = (text: string, maxChars: number): string => {
  if (text.length <= maxChars) return text
  const head = Math.floor(maxChars * 0.6)
  const tail = maxChars - head
  return `${text.slice(0, head)}\n[… ${text.length - maxChars} characters left out …]\n${text.slice(-tail)}`
}
