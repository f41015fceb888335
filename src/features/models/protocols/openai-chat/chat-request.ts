import type { AssistantBlock, UserBlock } from '../../../../protocol/message.ts'
import type { ApiMessage, ModelRequest } from '../../../../protocol/model.ts'
import { callText, resultText, toolsText } from '../../text-calls/tools-as-text.ts'
import { effortLevel } from '../effort-level.ts'
import { createFittingNames, type FittingNames } from '../fitting-names.ts'
import { joinPieces } from '../join-pieces.ts'
import { createMessageBytes } from '../message-bytes.ts'
import type { RefusedFeatures } from '../refused-features.ts'
import { dataUrl, joinedResults, markError, resultParts } from '../result-parts.ts'
import { CHAT_REASONING, type ChatHabits } from './chat-habits.ts'

export interface ChatBody {
  readonly names: FittingNames
  write(request: ModelRequest): readonly Uint8Array[]
}

interface ChatBodyOptions {
  readonly habits: ChatHabits
  readonly refused: Pick<RefusedFeatures, 'has' | 'strip'>
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined
}

/** Messages come last and each is written once: the bytes of a conversation only grow at the end. */
export const createChatBody = ({ habits, refused, extraBody = {} }: ChatBodyOptions): ChatBody => {
  const names = createFittingNames({ toolLength: 64, ...(habits.callId ? { callId: habits.callId } : {}) })
  const messageBytes = createMessageBytes(message =>
    messagesOf(message, { names, habits })
      .map(each => JSON.stringify(each))
      .join(','),
  )
  return {
    names,
    write(request) {
      const known = learnedHabits(request, habits, refused)
      const asked = refused.strip(request)
      const head = { ...headOf(asked, known, names), ...extraBody, stream: request.whole !== true }
      const system = systemOf(asked, known)
      const opening = `${JSON.stringify(head).slice(0, -1)},"messages":[${system}`
      return joinPieces(opening, messageBytes(asked.messages), ']}')
    },
  }
}

/** In what the server of this model turned out to differ. */
const learnedHabits = (
  request: ModelRequest,
  habits: ChatHabits,
  refused: ChatBodyOptions['refused'],
): ChatHabits => {
  const { maxTokens, ...rest } = habits
  const otherName = maxTokens ? {} : ({ maxTokens: 'max_completion_tokens' } as const)
  return {
    ...rest,
    ...(refused.has(request, 'limit_name') ? otherName : maxTokens ? { maxTokens } : {}),
    ...(refused.has(request, 'usage') ? { streamUsage: false } : {}),
  }
}

const systemOf = (request: ModelRequest, habits: ChatHabits): string => {
  const { system, messages } = request
  const content = [...system.map(({ text }) => text), habits.tools === 'text' ? toolsText(request) : '']
    .filter(text => text !== '')
    .join('\n\n')
  if (content === '') return ''
  return `${JSON.stringify({ role: 'system', content })}${messages.length > 0 ? ',' : ''}`
}

const headOf = (request: ModelRequest, habits: ChatHabits, names: FittingNames): Record<string, unknown> => ({
  model: request.model,
  [habits.maxTokens ?? 'max_tokens']: request.maxTokens,
  ...(habits.streamUsage === false || request.whole ? {} : { stream_options: { include_usage: true } }),
  ...(habits.tools === 'text' ? {} : toolsOf(request, names)),
  ...effortOf(request, habits),
  ...thinkingOf(request, habits),
  ...habits.fixed,
  ...(request.temperature === undefined || thinks(request) ? {} : { temperature: request.temperature }),
  ...(request.stopSequences?.length ? { stop: request.stopSequences.slice(0, 4) } : {}),
})

const thinks = ({ thinking, effort }: ModelRequest): boolean =>
  effort !== undefined || (thinking !== undefined && thinking.type !== 'disabled')

const toolsOf = ({ tools, toolChoice }: ModelRequest, names: FittingNames): object => {
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, input_schema }) => ({
      type: 'function',
      function: { name: names.tool(name), description, parameters: input_schema },
    })),
    ...(toolChoice ? { tool_choice: choiceOf(toolChoice, names) } : {}),
  }
}

const choiceOf = (choice: NonNullable<ModelRequest['toolChoice']>, names: FittingNames): unknown => {
  if (choice.type === 'tool') return { type: 'function', function: { name: names.tool(choice.name) } }
  return choice.type === 'any' ? 'required' : choice.type
}

const effortOf = ({ model, effort, thinking }: ModelRequest, { effort: field }: ChatHabits): object => {
  if (field === 'none') return {}
  const level = effort ?? (thinking && thinking.type !== 'disabled' ? 'medium' : undefined)
  if (level === undefined) return {}
  const named = effortLevel(model, level)
  return field === 'reasoning' ? { reasoning: { effort: named } } : { reasoning_effort: named }
}

/** Said only where somebody chose: what a server does by itself depends on the model. */
const thinkingOf = ({ thinking }: ModelRequest, { thinking: field }: ChatHabits): object => {
  if (field === undefined || thinking === undefined) return {}
  const on = thinking.type !== 'disabled'
  if (field === 'type') return { thinking: { type: on ? 'enabled' : 'disabled' } }
  const budget = thinking.type === 'enabled' ? { thinking_budget: thinking.budget_tokens } : {}
  return { enable_thinking: on, ...budget }
}

interface Writing {
  readonly names: FittingNames
  readonly habits: ChatHabits
}

/** One of our messages is one of theirs for each result, and one for the rest. */
const messagesOf = ({ role, content }: ApiMessage, writing: Writing): readonly object[] =>
  role === 'assistant'
    ? [replyOf(content as readonly AssistantBlock[], writing)]
    : saidOf(content as readonly UserBlock[], writing)

/** What it said and called, in the order in which it was written. */
const writtenReply = (blocks: readonly AssistantBlock[]): object => {
  const parts = blocks.flatMap(block => {
    if (block.type === 'text') return [block.text.trim()]
    return block.type === 'tool_use' ? [callText(block)] : []
  })
  return { role: 'assistant', content: parts.filter(part => part !== '').join('\n') }
}

const replyOf = (blocks: readonly AssistantBlock[], { names, habits }: Writing): object => {
  if (habits.tools === 'text') return writtenReply(blocks)
  const text = blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('')
  const calls = blocks.flatMap(block =>
    block.type === 'tool_use'
      ? [
          {
            id: names.callId(block.id),
            type: 'function',
            function: { name: names.tool(block.name), arguments: JSON.stringify(block.input ?? {}) },
          },
        ]
      : [],
  )
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...reasoningOf(blocks, habits),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
}

/** What this kind of server wrote as its reasoning goes back where it wants it back. */
const reasoningOf = (blocks: readonly AssistantBlock[], { reasoning }: ChatHabits): object => {
  if (reasoning === undefined) return {}
  const own = blocks.flatMap(block => (block.type === 'thinking' ? [block] : []))
  if (reasoning === 'reasoning_details') {
    const details = own.flatMap(({ signature }) => CHAT_REASONING.readDetails(signature))
    return details.length > 0 ? { reasoning_details: details } : {}
  }
  const text = own
    .filter(({ signature }) => signature === CHAT_REASONING.plain)
    .map(({ thinking }) => thinking)
    .join('')
  return text === '' ? {} : { [reasoning]: text }
}

/** Results are text like everything else, in the order of their calls. */
const writtenSaid = (blocks: readonly UserBlock[], writing: Writing): readonly object[] => {
  const parts = blocks.flatMap(block => {
    if (block.type !== 'tool_result') return partOf(block, writing)
    const { text, media } = resultParts(block)
    return [{ type: 'text', text: resultText(text, block) }, ...media.flatMap(each => partOf(each, writing))]
  })
  return [{ role: 'user', content: joined(parts) }]
}

const saidOf = (blocks: readonly UserBlock[], writing: Writing): readonly object[] => {
  if (writing.habits.tools === 'text') return writtenSaid(blocks, writing)
  const { results, shown } = joinedResults(blocks.filter(block => block.type === 'tool_result'))
  const said = blocks.filter(block => block.type !== 'tool_result')
  const parts = [...shown, ...said].flatMap(block => partOf(block, writing))
  return [
    // A result is text in this protocol.
    ...results.map(({ block, text }) => ({
      role: 'tool',
      tool_call_id: writing.names.callId(block.tool_use_id),
      content: markError(text, block),
    })),
    ...(parts.length > 0 ? [{ role: 'user', content: joined(parts) }] : []),
  ]
}

type Part = { readonly type: 'text'; readonly text: string } | { readonly type: string }

const partOf = (block: UserBlock, { habits }: Writing): readonly Part[] => {
  if (block.type === 'text') return [{ type: 'text', text: block.text }]
  if (block.type === 'image')
    return [{ type: 'image_url', image_url: { url: dataUrl(block.source) } } as Part]
  if (block.type !== 'document') return []
  if (block.source.type === 'text') return [{ type: 'text', text: block.source.data }]
  if (!habits.files)
    return [{ type: 'text', text: `(A document${named(block.title)} that this model cannot be sent.)` }]
  const file = { filename: block.title ?? 'document.pdf', file_data: dataUrl(block.source) }
  return [{ type: 'file', file } as Part]
}

const named = (title: string | undefined): string => (title === undefined ? '' : ` “${title}”`)

/** Only text is a string: every server takes that, not every one takes parts. */
const joined = (parts: readonly Part[]): string | readonly Part[] =>
  parts.every(part => part.type === 'text')
    ? parts.map(part => (part as { readonly text: string }).text).join('\n\n')
    : parts
