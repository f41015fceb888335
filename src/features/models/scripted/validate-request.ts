import { asList, asRecord, isRecord } from '../json-shape.ts'
import { validateMessages } from './validate-messages.ts'
import { isDeferred, toBlocks, type WireBody, wireMessages } from './wire-body.ts'

const MAX_MARKS = 4
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/

/**
 * The rules the real API holds a Messages request to, and one of ours (roles alternate strictly, which our
 * normaliser promises). Every broken rule is one line that begins with its place.
 */
export const validateRequest = (body: WireBody): string[] => [
  ...validateTop(body),
  ...validateSystem(body),
  ...validateTools(body),
  ...validateMessages(body),
  ...validateMarks(body),
  ...validateReferences(body),
]

const validateTop = (body: WireBody): string[] => {
  const found: string[] = []
  const maxTokens = body['max_tokens']
  if (typeof body['model'] !== 'string' || body['model'] === '')
    found.push('model: must be a non-empty string')
  if (!Number.isInteger(maxTokens) || Number(maxTokens) <= 0)
    found.push('max_tokens: must be a whole number above 0')
  const thinking = asRecord(body['thinking'])
  if (thinking['type'] === 'enabled') {
    const budget = Number(thinking['budget_tokens'])
    if (!(budget >= 1024)) found.push('thinking.budget_tokens: must be at least 1024')
    if (budget >= Number(maxTokens)) found.push('thinking.budget_tokens: must be below max_tokens')
    if (body['temperature'] !== undefined && body['temperature'] !== 1)
      found.push('temperature: must be 1 when thinking is enabled')
  }
  return found
}

const validateSystem = (body: WireBody): string[] => {
  if (body['system'] === undefined) return []
  return toBlocks(body['system']).flatMap((block, at) =>
    block['type'] === 'text' && typeof block['text'] === 'string' && block['text'] !== ''
      ? []
      : [`system.${at}: must be a text block with non-empty text`],
  )
}

const validateTools = (body: WireBody): string[] => {
  const names = new Set<unknown>()
  return asList(body['tools']).flatMap((each, at) => {
    const tool = asRecord(each)
    const found: string[] = []
    if (names.has(tool['name']))
      found.push(`tools.${at}.name: ${tool['name']} is there twice; names must be unique`)
    names.add(tool['name'])
    if (!TOOL_NAME.test(String(tool['name']))) found.push(`tools.${at}.name: must match ${TOOL_NAME.source}`)
    // Tools that run on the server name their type and have no schema of their own.
    const ours = tool['type'] === undefined || tool['type'] === 'custom'
    if (ours && (!isRecord(tool['input_schema']) || tool['input_schema']['type'] !== 'object'))
      found.push(`tools.${at}.input_schema: must be a schema of type object`)
    return found
  })
}

const validateReferences = (body: WireBody): string[] => {
  const deferred = asList(body['tools']).filter(isDeferred).map(asRecord)
  const names = deferred.map(tool => tool['name'])
  const marked = deferred.filter(tool => tool['cache_control'] !== undefined)
  const results = wireMessages(body).flatMap(({ blocks }) =>
    blocks.filter(({ type }) => type === 'tool_result').map(block => toBlocks(block['content'])),
  )
  return [
    ...marked.map(tool => `tools: ${tool['name']} is deferred and cannot carry cache_control`),
    ...results.flatMap(content => {
      const references = content.filter(({ type }) => type === 'tool_reference')
      const unknown = references.filter(block => !names.includes(block['tool_name']))
      return [
        ...unknown.map(block => `tool_reference ${block['tool_name']}: not among the deferred tools`),
        ...(references.length > 0 && references.length < content.length
          ? ['tool_result: references cannot stand beside other content']
          : []),
      ]
    }),
  ]
}

const validateMarks = (body: WireBody): string[] => {
  const messages = wireMessages(body).flatMap(message => message.blocks)
  const results = messages.flatMap(block =>
    block['type'] === 'tool_result' ? toBlocks(block['content']) : [],
  )
  const all = [
    ...asList(body['tools']).map(asRecord),
    ...toBlocks(body['system']),
    ...messages,
    ...results,
  ].filter(block => block['cache_control'] !== undefined && block['cache_control'] !== null)
  const wrong = all.filter(
    block => block['type'] === 'thinking' || block['type'] === 'redacted_thinking' || block['text'] === '',
  )
  return [
    ...(all.length > MAX_MARKS
      ? [`cache_control: ${all.length} marks, at most ${MAX_MARKS} are allowed`]
      : []),
    ...wrong.map(
      block => `cache_control: not allowed on ${block['text'] === '' ? 'empty text' : block['type']}`,
    ),
  ]
}
