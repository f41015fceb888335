import type { ThinkingBlock } from '../../../../protocol/message.ts'
import { asRecord, type JsonRecord, parsedJson } from '../../json-shape.ts'

const PREFIX = 'responses:'

/** What a reasoning item is kept as, so that the same item can be sent back. */
export const keepReasoning = (item: JsonRecord): string | undefined => {
  const { id, encrypted_content: sealed } = item
  return typeof sealed === 'string' && sealed !== ''
    ? `${PREFIX}${JSON.stringify({ id, sealed })}`
    : undefined
}

/** The item that a thinking block was; none for what another protocol wrote. */
export const readReasoning = ({ signature, thinking }: ThinkingBlock): readonly object[] => {
  if (!signature.startsWith(PREFIX)) return []
  const { id, sealed } = asRecord(parsedJson(signature.slice(PREFIX.length)))
  if (typeof sealed !== 'string') return []
  const summary = thinking === '' ? [] : [{ type: 'summary_text', text: thinking }]
  return [
    { type: 'reasoning', ...(typeof id === 'string' ? { id } : {}), summary, encrypted_content: sealed },
  ]
}
