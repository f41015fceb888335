import { asList, asRecord, isRecord, type JsonRecord } from '../json-shape.ts'
import { toBlocks, type WireBody, type WireMessage, wireMessages } from './wire-body.ts'

const TOOL_ID = /^[a-zA-Z0-9_-]+$/

export const validateMessages = (body: WireBody): string[] => {
  const messages = wireMessages(body)
  if (messages.length === 0) return ['messages: at least one message is required']
  return [
    ...validateRoles(messages),
    ...asList(body['messages']).flatMap((each, at) => validateContent(asRecord(each), at)),
    ...messages.flatMap((message, at) => validateBlocks(message, at)),
    ...validatePairs(messages),
    ...validateEnd(messages),
  ]
}

const validateRoles = (messages: readonly WireMessage[]): string[] =>
  messages.flatMap((message, at) => {
    if (message.role !== 'user' && message.role !== 'assistant')
      return [`messages.${at}.role: must be user or assistant`]
    if (at === 0 && message.role !== 'user')
      return ['messages.0.role: the first message must be from the user']
    if (message.role === messages[at - 1]?.role) return [`messages.${at}.role: roles must alternate`]
    return []
  })

const validateContent = (message: JsonRecord, at: number): string[] => {
  const content = message['content']
  if (typeof content !== 'string' && !Array.isArray(content))
    return [`messages.${at}.content: must be a string or a list of blocks`]
  return content.length === 0 ? [`messages.${at}.content: must not be empty`] : []
}

const validateBlocks = (message: WireMessage, at: number): string[] =>
  message.blocks.flatMap((block, index) =>
    complaintsOf(block, message.role).map(words => `messages.${at}.content.${index}: ${words}`),
  )

const complaintsOf = (block: JsonRecord, role: string): readonly string[] => {
  switch (block['type']) {
    case 'text':
      return textComplaints(block)
    case 'thinking':
    case 'redacted_thinking':
      return thinkingComplaints(block, role)
    case 'tool_use':
      return toolUseComplaints(block, role)
    case 'tool_result':
      return resultComplaints(block, role)
    default:
      return typeof block['type'] === 'string' ? [] : ['type is missing']
  }
}

const textComplaints = (block: JsonRecord): readonly string[] => {
  if (typeof block['text'] !== 'string' || block['text'] === '')
    return ['text content blocks must be non-empty']
  return block['text'].trim() === '' ? ['text content blocks must contain non-whitespace text'] : []
}

const thinkingComplaints = (block: JsonRecord, role: string): readonly string[] => {
  const found: string[] = []
  if (role !== 'assistant') found.push(`${block['type']} blocks can only be in assistant messages`)
  if (block['type'] === 'thinking' && (typeof block['signature'] !== 'string' || block['signature'] === ''))
    found.push('a thinking block must have its signature')
  return found
}

const toolUseComplaints = (block: JsonRecord, role: string): readonly string[] => {
  const found: string[] = []
  if (role !== 'assistant') found.push('tool_use blocks can only be in assistant messages')
  if (!TOOL_ID.test(String(block['id'] ?? ''))) found.push(`tool_use id must match ${TOOL_ID.source}`)
  if (typeof block['name'] !== 'string' || block['name'] === '') found.push('tool_use must have a name')
  if (!isRecord(block['input'])) found.push('tool_use input must be an object')
  return found
}

const resultComplaints = (block: JsonRecord, role: string): readonly string[] => {
  const found: string[] = []
  if (role !== 'user') found.push('tool_result blocks can only be in user messages')
  const inner = Array.isArray(block['content']) ? toBlocks(block['content']) : []
  for (const each of inner) if (each['type'] === 'text') found.push(...textComplaints(each))
  if (block['is_error'] === true && inner.some(each => each['type'] !== 'text'))
    found.push('all content must be text when is_error is true')
  return found
}

const idsOf = (blocks: readonly JsonRecord[], type: string, key: string): readonly string[] =>
  blocks.filter(block => block['type'] === type).map(block => String(block[key]))

/** Calls are answered exactly once, in the very next message, before anything else in it. */
const validatePairs = (messages: readonly WireMessage[]): string[] => {
  const seen = new Set<string>()
  return messages.flatMap((message, at) => {
    const found: string[] = []
    const calls = message.role === 'assistant' ? idsOf(message.blocks, 'tool_use', 'id') : []
    const next = messages[at + 1]
    const answers = next?.role === 'user' ? idsOf(next.blocks, 'tool_result', 'tool_use_id') : []
    for (const id of calls) {
      if (seen.has(id)) found.push(`messages.${at}: tool_use ids must be unique, ${id} is there twice`)
      seen.add(id)
      const times = answers.filter(answer => answer === id).length
      if (times === 0) found.push(`messages.${at}: tool_use ${id} has no tool_result in the next message`)
      if (times > 1)
        found.push(`messages.${at + 1}: tool_use ${id} has ${times} tool_results, exactly one is allowed`)
    }
    return [...found, ...validateResults(message, messages[at - 1], at)]
  })
}

const validateResults = (message: WireMessage, previous: WireMessage | undefined, at: number): string[] => {
  if (message.role !== 'user') return []
  const asked = previous?.role === 'assistant' ? idsOf(previous.blocks, 'tool_use', 'id') : []
  const orphans = idsOf(message.blocks, 'tool_result', 'tool_use_id').filter(id => !asked.includes(id))
  const firstOther = message.blocks.findIndex(block => block['type'] !== 'tool_result')
  const lastResult = message.blocks.findLastIndex(block => block['type'] === 'tool_result')
  return [
    ...orphans.map(id => `messages.${at}: tool_result ${id} answers no tool_use of the previous message`),
    ...(firstOther !== -1 && firstOther < lastResult
      ? [`messages.${at}: tool_results must come before other content`]
      : []),
  ]
}

const validateEnd = (messages: readonly WireMessage[]): string[] => {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return []
  const block = last.blocks.at(-1)
  const text = block?.['type'] === 'text' ? String(block['text']) : ''
  return text.trimEnd() === text
    ? []
    : [`messages.${messages.length - 1}: a final assistant message must not end with whitespace`]
}
