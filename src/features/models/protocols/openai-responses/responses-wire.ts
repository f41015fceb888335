import type { AssistantBlock, ToolResultBlock, UserBlock } from '../../../../protocol/message.ts'
import type { ApiMessage, ModelRequest } from '../../../../protocol/model.ts'
import { effortLevel } from '../effort-level.ts'
import { createFittingNames, type FittingNames } from '../fitting-names.ts'
import { joinPieces } from '../join-pieces.ts'
import { createMessageBytes } from '../message-bytes.ts'
import { type Feature, RefusedFeatures, usesFeature } from '../refused-features.ts'
import { dataUrl, markError } from '../result-parts.ts'
import { searchIn } from '../web-search.ts'
import type { Wire } from '../wire.ts'
import { ResponsesReader } from './responses-reader.ts'
import { readReasoning } from './saved-reasoning.ts'

interface ResponsesBody {
  readonly names: FittingNames
  write(request: ModelRequest): readonly Uint8Array[]
}

/**
 * The provider keeps nothing for us (`store: false`): a conversation is sent whole, with the reasoning it gave us
 * sealed, and what was sent before is sent again byte for byte.
 */
const createResponsesBody = (
  refused: Pick<RefusedFeatures, 'has'>,
  extraBody: Readonly<Record<string, unknown>> = {},
): ResponsesBody => {
  const names = createFittingNames({ toolLength: 64 })
  const messageBytes = createMessageBytes(message =>
    itemsOf(message, names)
      .map(item => JSON.stringify(item))
      .join(','),
  )
  return {
    names,
    write(request) {
      const { include, ...rest } = headOf(request, names)
      const sealed = refused.has(request, 'sealed') ? {} : { include }
      const head = { ...rest, ...sealed, ...extraBody, stream: true }
      const opening = `${JSON.stringify(head).slice(0, -1)},"input":[`
      return joinPieces(opening, messageBytes(request.messages), ']}')
    },
  }
}

const headOf = (request: ModelRequest, names: FittingNames): Record<string, unknown> => {
  const instructions = request.system.map(({ text }) => text).filter(Boolean)
  return {
    model: request.model,
    store: false,
    max_output_tokens: request.maxTokens,
    include: [
      'reasoning.encrypted_content',
      ...(searchIn(request) ? ['web_search_call.action.sources'] : []),
    ],
    ...(instructions.length > 0 ? { instructions: instructions.join('\n\n') } : {}),
    ...toolsOf(request, names),
    ...reasoningOf(request),
    ...(request.temperature === undefined || request.effort || request.thinking
      ? {}
      : { temperature: request.temperature }),
  }
}

const toolsOf = (request: ModelRequest, names: FittingNames): object => {
  const { tools, toolChoice } = request
  const search = searchIn(request)
  if (tools.length === 0 && !search) return {}
  const functions = tools.map(({ name, description, input_schema }) => ({
    type: 'function',
    name: names.tool(name),
    description,
    parameters: input_schema,
    strict: false,
  }))
  return {
    tools: [...functions, ...(search ? [searchTool(search)] : [])],
    ...(toolChoice ? { tool_choice: choiceOf(toolChoice, names) } : {}),
  }
}

const searchTool = ({ allowed }: { readonly allowed: readonly string[] }): object => ({
  type: 'web_search',
  ...(allowed.length > 0 ? { filters: { allowed_domains: allowed } } : {}),
})

const choiceOf = (choice: NonNullable<ModelRequest['toolChoice']>, names: FittingNames): unknown => {
  if (choice.type === 'tool') return { type: 'function', name: names.tool(choice.name) }
  return choice.type === 'any' ? 'required' : choice.type
}

const reasoningOf = ({ model, effort, thinking }: ModelRequest): object => {
  if (thinking?.type === 'disabled' || (thinking === undefined && effort === undefined)) return {}
  const level = effort && effortLevel(model, effort)
  return { reasoning: { ...(level ? { effort: level } : {}), summary: 'auto' } }
}

/** One of our messages is an item of theirs for every call, result and thought, and one for what was said between. */
const itemsOf = ({ role, content }: ApiMessage, names: FittingNames): readonly object[] =>
  role === 'assistant'
    ? (content as readonly AssistantBlock[]).flatMap(block => replyItem(block, names))
    : saidItems(content as readonly UserBlock[], names)

const replyItem = (block: AssistantBlock, names: FittingNames): readonly object[] => {
  switch (block.type) {
    case 'text':
      return [
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: block.text, annotations: [] }],
        },
      ]
    case 'thinking':
      return readReasoning(block)
    case 'tool_use':
      return [
        {
          type: 'function_call',
          call_id: names.callId(block.id),
          name: names.tool(block.name),
          arguments: JSON.stringify(block.input ?? {}),
        },
      ]
    default:
      return []
  }
}

const saidItems = (blocks: readonly UserBlock[], names: FittingNames): readonly object[] => {
  const results = blocks.flatMap(block => (block.type === 'tool_result' ? [resultItem(block, names)] : []))
  const parts = blocks.flatMap(partOf)
  return [...results, ...(parts.length > 0 ? [{ type: 'message', role: 'user', content: parts }] : [])]
}

const resultItem = (block: ToolResultBlock, names: FittingNames): object => {
  const { tool_use_id, content, is_error } = block
  const parts = typeof content === 'string' ? undefined : content.flatMap(partOf)
  const isPlain = parts === undefined || parts.every(part => part.type === 'input_text')
  const text = typeof content === 'string' ? content : textOf(parts ?? [])
  const shown = is_error ? [{ type: 'input_text', text: 'Error:' }, ...(parts ?? [])] : parts
  return {
    type: 'function_call_output',
    call_id: names.callId(tool_use_id),
    output: isPlain ? markError(text, block) : shown,
  }
}

interface Part {
  readonly type: string
  readonly text?: string
}

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text ?? '').join('\n')

const partOf = (block: UserBlock): readonly Part[] => {
  if (block.type === 'text') return [{ type: 'input_text', text: block.text }]
  if (block.type === 'image') return [{ type: 'input_image', image_url: dataUrl(block.source) } as Part]
  if (block.type !== 'document') return []
  const { source, title = 'document.pdf' } = block
  if (source.type === 'text') return [{ type: 'input_text', text: source.data }]
  return source.type === 'url'
    ? [{ type: 'input_file', file_url: source.url } as Part]
    : [{ type: 'input_file', filename: title, file_data: dataUrl(source) } as Part]
}

const NOT_HERE: readonly Feature[] = ['tools', 'usage', 'limit_name']

/** The responses protocol, which gives reasoning back sealed. */
export const createResponsesWire = (extraBody?: Readonly<Record<string, unknown>>): Wire => {
  const refused = new RefusedFeatures()
  const body = createResponsesBody(refused, extraBody)
  return {
    path: () => '/responses',
    write: request => body.write(refused.strip(request)),
    reader: request => new ResponsesReader(request, body.names),
    adapt: (request, message) =>
      refused.learn(request, {
        message,
        uses: feature => !NOT_HERE.includes(feature) && usesFeature(request, feature),
      }),
  }
}
