import type { AssistantBlock, ResultBlock, UserBlock } from '../../../protocol/message.ts'

type Block = UserBlock | AssistantBlock

/**
 * A result that defines tools, as the Messages protocol has it: a reference to each one that stands among the deferred
 * tools of the request, else the words without our own field. A result with references holds nothing else.
 */
export const blockOnWire = (block: Block, isDeferred: (name: string) => boolean): unknown => {
  if (block.type !== 'tool_result' || typeof block.content === 'string') return block
  const names = block.content.flatMap(definedBy)
  if (names.length === 0) return block
  const content = names.every(isDeferred)
    ? names.map(name => ({ type: 'tool_reference', tool_name: name }))
    : block.content.map(inWords)
  return { ...block, content }
}

const definedBy = (block: ResultBlock): readonly string[] =>
  block.type === 'text' && block.definesTool !== undefined ? [block.definesTool] : []

const inWords = (block: ResultBlock): ResultBlock =>
  block.type === 'text' ? { type: 'text', text: block.text } : block
