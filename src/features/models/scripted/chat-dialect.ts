import { classifyError } from '../classify-error.ts'
import { asList, asRecord, type JsonRecord } from '../json-shape.ts'
import { createReplyReader } from '../protocols/reply-reader.ts'
import type { Step } from './block-steps.ts'
import { type Dialect, frame, mergeTurns, parseArguments, type Turn } from './dialect.ts'
import type { StreamPlan } from './play-steps.ts'
import { textOf, toBlocks, type WireBody } from './wire-body.ts'

const FINISH_REASON: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
}

/** A chat-completions request as the Messages request that means the same. */
const toMessages = (body: WireBody): WireBody => {
  const messages = asList(body['messages']).map(asRecord)
  const isSystem = (message: JsonRecord) => message['role'] === 'system' || message['role'] === 'developer'
  const system = messages.filter(isSystem).flatMap(message => toBlocks(message['content']))
  const tools = asList(body['tools']).map(each => asRecord(asRecord(each)['function']))
  const turns = mergeTurns(messages.filter(message => !isSystem(message)).map(toTurn))
  return {
    model: body['model'],
    max_tokens: body['max_completion_tokens'] ?? body['max_tokens'] ?? 4096,
    ...(system.length > 0 ? { system } : {}),
    ...(tools.length > 0
      ? {
          tools: tools.map(tool => ({
            name: tool['name'],
            description: tool['description'],
            input_schema: tool['parameters'] ?? { type: 'object' },
          })),
        }
      : {}),
    messages: turns,
  }
}

const toTurn = (message: JsonRecord): Turn => {
  if (message['role'] === 'tool') {
    const result = {
      type: 'tool_result',
      tool_use_id: message['tool_call_id'],
      content: textOf(toBlocks(message['content'])),
    }
    return { role: 'user', content: [result] }
  }
  const text = textOf(toBlocks(message['content']))
  const calls = asList(message['tool_calls']).map(each => toToolUse(asRecord(each)))
  const content = [...(text === '' ? [] : [{ type: 'text', text }]), ...calls]
  return { role: message['role'] === 'assistant' ? 'assistant' : 'user', content }
}

const toToolUse = (call: JsonRecord): JsonRecord => {
  const said = asRecord(call['function'])
  return { type: 'tool_use', id: call['id'], name: said['name'], input: parseArguments(said['arguments']) }
}

/** State of one streamed answer: which number each tool call has in this dialect. */
const renderer = (body: WireBody) => {
  const calls = new Map<unknown, number>()
  let id = ''
  let usage: JsonRecord = {}
  const chunk = (delta: JsonRecord, finish: string | null = null): string =>
    frame({
      id,
      object: 'chat.completion.chunk',
      model: body['model'],
      choices: [{ index: 0, delta, finish_reason: finish }],
    })

  return (step: Step): string => {
    if ('raw' in step) return step.raw
    const { event } = step
    switch (event.type) {
      case 'message_start':
        id = String(asRecord(event['message'])['id'])
        usage = asRecord(asRecord(event['message'])['usage'])
        return chunk({ role: 'assistant', content: '' })
      case 'content_block_start': {
        const block = asRecord(event['content_block'])
        if (block['type'] !== 'tool_use') return ''
        const number = calls.size
        calls.set(event['index'], number)
        const called = { name: block['name'], arguments: '' }
        return chunk({ tool_calls: [{ index: number, id: block['id'], type: 'function', function: called }] })
      }
      case 'content_block_delta':
        return renderDelta(asRecord(event['delta']), calls.get(event['index']), chunk)
      case 'message_delta': {
        usage = { ...usage, ...asRecord(event['usage']) }
        const reason = FINISH_REASON[String(asRecord(event['delta'])['stop_reason'])] ?? 'stop'
        return chunk({}, reason)
      }
      case 'message_stop':
        return `${wantsUsage(body) ? frame({ id, choices: [], usage: usageOf(usage) }) : ''}data: [DONE]\n\n`
      case 'error':
        return frame({ error: event['error'] })
      default:
        return ''
    }
  }
}

const renderDelta = (
  delta: JsonRecord,
  call: number | undefined,
  chunk: (delta: JsonRecord) => string,
): string => {
  if (delta['type'] === 'text_delta') return chunk({ content: delta['text'] })
  if (delta['type'] === 'thinking_delta') return chunk({ reasoning_content: delta['thinking'] })
  if (delta['type'] !== 'input_json_delta' || call === undefined) return ''
  return chunk({ tool_calls: [{ index: call, function: { arguments: delta['partial_json'] } }] })
}

const wantsUsage = (body: WireBody): boolean => asRecord(body['stream_options'])['include_usage'] === true

const usageOf = (usage: JsonRecord): JsonRecord => {
  const number = (name: string): number => Number(usage[name] ?? 0)
  const cached = number('cache_read_input_tokens')
  const prompt = number('input_tokens') + cached + number('cache_creation_input_tokens')
  const completion = number('output_tokens')
  return {
    prompt_tokens: prompt,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens: completion,
    total_tokens: prompt + completion,
  }
}

const whole = (plan: StreamPlan, body: WireBody): string => {
  const reader = createReplyReader(classifyError)
  for (const step of plan.steps) if ('event' in step) reader.take(step.event)
  const reply = reader.reply({ requestId: undefined, durationMs: 0 })
  const text = textOf(reply.content as readonly unknown[] as readonly JsonRecord[])
  const calls = reply.content.flatMap(block =>
    block.type === 'tool_use'
      ? [
          {
            id: block.id,
            type: 'function',
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  )
  const message = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  const prompt =
    reply.usage.input_tokens + reply.usage.cache_read_input_tokens + reply.usage.cache_creation_input_tokens
  return JSON.stringify({
    id: reply.id,
    object: 'chat.completion',
    model: body['model'],
    choices: [{ index: 0, message, finish_reason: FINISH_REASON[reply.stopReason ?? 'end_turn'] ?? 'stop' }],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: reply.usage.output_tokens,
      total_tokens: prompt + reply.usage.output_tokens,
    },
  })
}

/** The chat-completions dialect of the scenario server. */
export const chatDialect: Dialect = { toMessages, renderer, whole }
