import type { ResultBlock } from '../../protocol/message.ts'

/** A result as one text, for those who compare or report it. */
export const textOf = (blocks: readonly ResultBlock[]): string => {
  const [only] = blocks
  return blocks.length === 1 && only?.type === 'text' ? only.text : JSON.stringify(blocks)
}

/** Enough of a long text to tell it from another one. */
export const ends = (text: string): string =>
  text.length <= 10_000 ? text : `${text.length} ${text.slice(0, 5_000)}${text.slice(-5_000)}`
