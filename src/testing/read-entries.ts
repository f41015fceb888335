import { isObject } from '../lib/is-object.ts'
import type { MessageEntry } from '../protocol/entry.ts'

/** A tool call and what came of it. */
export interface Call {
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** What the model reads; absent: there is no result yet. */
  readonly result?: string
  readonly isError: boolean
}

/** What the model said in these messages. */
export const textOf = (entries: readonly MessageEntry[]): string =>
  entries
    .filter(({ type }) => type === 'assistant')
    .flatMap(blocksOf)
    .flatMap(block => (block['type'] === 'text' ? [String(block['text'])] : []))
    .join('\n')

/** The tool calls of these messages, each with its result. */
export const callsOf = (entries: readonly MessageEntry[]): readonly Call[] => {
  const blocks = entries.flatMap(blocksOf)
  const results = new Map(
    blocks.filter(({ type }) => type === 'tool_result').map(block => [block['tool_use_id'], block] as const),
  )
  return blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => {
      const result = results.get(id)
      return {
        id: String(id),
        name: String(name),
        input,
        isError: result?.['is_error'] === true,
        ...(result ? { result: flat(result['content']) } : {}),
      }
    })
}

type Block = Readonly<Record<string, unknown>>

const blocksOf = (entry: MessageEntry): readonly Block[] => {
  if (entry.type !== 'user' && entry.type !== 'assistant') return []
  const content: unknown = entry.message.content
  return Array.isArray(content) ? content.filter(isObject) : [{ type: 'text', text: content }]
}

/** Text of content that is a string or a list of blocks. */
export const flat = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isObject)
    .map(block => (block['type'] === 'tool_result' ? flat(block['content']) : String(block['text'] ?? '')))
    .join('\n')
}
