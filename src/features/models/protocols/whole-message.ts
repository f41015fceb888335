import type { StreamEvent } from '../../../protocol/model.ts'
import { asList, asRecord, asText, type JsonRecord, parsedJson } from '../json-shape.ts'

/** Whether the text is a whole reply of the Messages protocol. */
export const isWholeMessage = (text: string): boolean => {
  const { type, content } = asRecord(parsedJson(text))
  return type === 'message' && Array.isArray(content)
}

/** The events that a stream would have brought it in. */
export const wholeEvents = (text: string): readonly StreamEvent[] => {
  const { content, stop_reason = null, stop_sequence = null, usage, ...message } = asRecord(parsedJson(text))
  return [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
    },
    ...asList(content).flatMap((block, index) => blockEvents(asRecord(block), index)),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ]
}

const blockEvents = (block: JsonRecord, index: number): readonly StreamEvent[] => {
  const { start, deltas } = inPieces(block)
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

/** What a block begins with, and what is added to it. Blocks of the provider's own come at once. */
const inPieces = (
  block: JsonRecord,
): { readonly start: JsonRecord; readonly deltas: readonly JsonRecord[] } => {
  switch (block['type']) {
    case 'text':
      return { start: { ...block, text: '' }, deltas: [{ type: 'text_delta', text: asText(block['text']) }] }
    case 'thinking':
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: asText(block['thinking']) },
          { type: 'signature_delta', signature: asText(block['signature']) },
        ],
      }
    case 'tool_use':
      return {
        start: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input'] ?? {}) }],
      }
    default:
      return { start: block, deltas: [] }
  }
}
