import type { AssistantBlock, MediaSource, UserBlock } from '../../../../protocol/message.ts'
import type { ApiMessage, Effort, ModelRequest, Thinking } from '../../../../protocol/model.ts'
import { createFittingNames, type FittingNames } from '../fitting-names.ts'
import { joinPieces } from '../join-pieces.ts'
import { createMessageBytes } from '../message-bytes.ts'
import { joinedResults } from '../result-parts.ts'
import { searchIn } from '../web-search.ts'
import { NO_SIGNATURE, readSignature } from './thought-signature.ts'

export interface GeminiBody {
  readonly names: FittingNames
  write(request: ModelRequest): readonly Uint8Array[]
  /** The same without what only an answer needs. */
  writeCount(request: ModelRequest): readonly Uint8Array[]
}

type Part = Readonly<Record<string, unknown>>

/** Contents come last and each is written once: the bytes of a conversation only grow at the end. */
export const createGeminiBody = (extraBody: Readonly<Record<string, unknown>> = {}): GeminiBody => {
  const names = createFittingNames({ toolLength: 64 })
  // A result names its tool here; the call that it answers was written before it.
  const called = new Map<string, string>()
  const messageBytes = createMessageBytes(message => JSON.stringify(contentOf(message, { names, called })))
  const contents = (head: object, request: ModelRequest): readonly Uint8Array[] => {
    const json = JSON.stringify(head)
    const opening = `${json.slice(0, -1)}${json === '{}' ? '' : ','}"contents":[`
    return joinPieces(opening, messageBytes(request.messages), ']}')
  }
  return {
    names,
    write: request => contents({ ...headOf(request, names), ...extraBody }, request),
    writeCount: request => contents({}, request),
  }
}

const headOf = (request: ModelRequest, names: FittingNames): Record<string, unknown> => {
  const system = request.system.filter(({ text }) => text !== '').map(({ text }) => ({ text }))
  return {
    ...(system.length > 0 ? { systemInstruction: { parts: system } } : {}),
    ...toolsOf(request, names),
    generationConfig: {
      maxOutputTokens: request.maxTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(request.stopSequences?.length ? { stopSequences: request.stopSequences } : {}),
      ...thinkingOf(request),
    },
  }
}

const toolsOf = (request: ModelRequest, names: FittingNames): object => {
  const { tools, toolChoice } = request
  const search = searchIn(request) ? [{ googleSearch: {} }] : []
  if (tools.length === 0) return search.length === 0 ? {} : { tools: search }
  const functionDeclarations = tools.map(({ name, description, input_schema }) => ({
    name: names.tool(name),
    description,
    parametersJsonSchema: input_schema,
  }))
  return {
    tools: [{ functionDeclarations }, ...search],
    ...(toolChoice ? { toolConfig: { functionCallingConfig: choiceOf(toolChoice, names) } } : {}),
  }
}

const choiceOf = (choice: NonNullable<ModelRequest['toolChoice']>, names: FittingNames): object => {
  if (choice.type === 'tool') return { mode: 'ANY', allowedFunctionNames: [names.tool(choice.name)] }
  return { mode: choice.type.toUpperCase() }
}

/** From the third generation on how much to think is a level; before it, a number of tokens. */
const thinkingOf = ({ model, thinking, effort }: ModelRequest): object => {
  if (thinking === undefined && effort === undefined) return {}
  const isOff = thinking?.type === 'disabled'
  if (/gemini-[3-9]/.test(model))
    return {
      thinkingConfig: isOff ? { thinkingLevel: 'low' } : { includeThoughts: true, ...levelOf(effort) },
    }
  const budget = isOff ? 0 : budgetOf(thinking, effort)
  return { thinkingConfig: { includeThoughts: !isOff, thinkingBudget: budget } }
}

const levelOf = (effort: Effort | undefined): object =>
  effort === undefined ? {} : { thinkingLevel: effort === 'low' || effort === 'medium' ? effort : 'high' }

/** Minus one: as much as it finds right. */
const budgetOf = (thinking: Thinking | undefined, effort: Effort | undefined): number => {
  if (thinking?.type === 'enabled') return thinking.budget_tokens
  return effort === 'low' ? 1024 : effort === 'medium' ? 8192 : -1
}

interface Writing {
  readonly names: FittingNames
  readonly called: Map<string, string>
}

const contentOf = ({ role, content }: ApiMessage, writing: Writing): object =>
  role === 'assistant'
    ? { role: 'model', parts: replyParts(content as readonly AssistantBlock[], writing) }
    : { role: 'user', parts: saidParts(content as readonly UserBlock[], writing) }

/** A signature belongs to the part behind it; thoughts themselves are not sent back. */
const replyParts = (blocks: readonly AssistantBlock[], { names, called }: Writing): readonly Part[] => {
  const parts: Part[] = []
  let signature: string | undefined
  let isFirstCall = true
  for (const block of blocks) {
    if (block.type === 'thinking') signature = readSignature(block.signature) ?? signature
    else if (block.type === 'text') parts.push({ text: block.text, ...signed(signature) })
    else if (block.type === 'tool_use') {
      called.set(block.id, names.tool(block.name))
      const functionCall = { name: names.tool(block.name), args: block.input ?? {} }
      // Only the first of several has one; where another provider wrote the call, there is none to be had.
      parts.push({ functionCall, ...signed(signature ?? (isFirstCall ? NO_SIGNATURE : undefined)) })
      isFirstCall = false
    }
    if (block.type !== 'thinking') signature = undefined
  }
  return parts.length > 0 ? parts : [{ text: ' ' }]
}

const signed = (thoughtSignature: string | undefined): object =>
  thoughtSignature === undefined ? {} : { thoughtSignature }

const saidParts = (blocks: readonly UserBlock[], { called }: Writing): readonly Part[] => {
  const { results, shown } = joinedResults(blocks.filter(block => block.type === 'tool_result'))
  const said = blocks.filter(block => block.type !== 'tool_result')
  return [
    ...results.map(({ block, text }) => {
      const name = called.get(block.tool_use_id) ?? 'unknown'
      return { functionResponse: { name, response: block.is_error ? { error: text } : { output: text } } }
    }),
    ...[...shown, ...said].flatMap(mediaPart),
  ]
}

const mediaPart = (block: UserBlock): readonly Part[] => {
  if (block.type === 'text') return [{ text: block.text }]
  if (block.type !== 'image' && block.type !== 'document') return []
  return [sourcePart(block.source)]
}

const sourcePart = (source: MediaSource): Part => {
  if (source.type === 'text') return { text: source.data }
  if (source.type === 'url') return { fileData: { fileUri: source.url } }
  return { inlineData: { mimeType: source.media_type, data: source.data } }
}
