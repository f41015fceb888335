import { asList, asRecord, type JsonRecord } from '../json-shape.ts'
import type { Step } from './block-steps.ts'
import { type Dialect, frame, mergeTurns, parseArguments, type Turn } from './dialect.ts'
import type { WireBody } from './wire-body.ts'

/** A responses request as the Messages request that means the same. */
const toMessages = (body: WireBody): WireBody => {
  const tools = asList(body['tools']).map(asRecord)
  return {
    model: body['model'],
    max_tokens: body['max_output_tokens'] ?? 4096,
    ...(typeof body['instructions'] === 'string'
      ? { system: [{ type: 'text', text: body['instructions'] }] }
      : {}),
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            name,
            description,
            input_schema: parameters,
          })),
        }
      : {}),
    messages: mergeTurns(asList(body['input']).flatMap(item => toTurn(asRecord(item)))),
  }
}

const toTurn = (item: JsonRecord): readonly Turn[] => {
  switch (item['type']) {
    case 'reasoning':
      return []
    case 'function_call': {
      const { call_id: id, name } = item
      return [
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id, name, input: parseArguments(item['arguments']) }],
        },
      ]
    }
    case 'function_call_output': {
      const { call_id: id, output } = item
      const content = typeof output === 'string' ? output : partsOf(output)
      return [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }]
    }
    default:
      return [
        {
          role: item['role'] === 'assistant' ? 'assistant' : 'user',
          content: partsOf(item['content']),
        },
      ]
  }
}

const partsOf = (content: unknown): readonly JsonRecord[] =>
  typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : asList(content).map(each => {
        const { type, text } = asRecord(each)
        if (type === 'input_text' || type === 'output_text') return { type: 'text', text }
        const source = { type: 'base64', media_type: 'image/png', data: 'AA==' }
        return { type: type === 'input_image' ? 'image' : 'document', source }
      })

/** What this provider refuses of its own: sealed reasoning must be what was given, and nothing is kept for anyone. */
const check = (body: WireBody): readonly string[] => [
  ...(body['store'] === false ? [] : ['store: must be false, nothing is kept here']),
  ...asList(body['input']).flatMap((item, at) => {
    const { type, encrypted_content: sealed } = asRecord(item)
    return type !== 'reasoning' || String(sealed).startsWith('sealed:')
      ? []
      : [`input.${at}.encrypted_content: was not written here`]
  }),
]

interface Open {
  readonly kind: unknown
  readonly at: number
  readonly item: JsonRecord
  text: string
}

/** State of one streamed answer: the items that are open, by the number of their block. */
const renderer = (body: WireBody): ((step: Step) => string) => {
  const open = new Map<unknown, Open>()
  let response: JsonRecord = {}
  let usage: JsonRecord = {}
  let reason = 'end_turn'
  return step => {
    if ('raw' in step) return step.raw
    const { event } = step
    const block = open.get(event['index'])
    switch (event.type) {
      case 'message_start': {
        const message = asRecord(event['message'])
        usage = asRecord(message['usage'])
        response = { id: message['id'], object: 'response', model: body['model'], status: 'in_progress' }
        return frame({ type: 'response.created', response })
      }
      case 'content_block_start':
        return begin(open, event['index'], asRecord(event['content_block']))
      case 'content_block_delta':
        return block ? deltaOf(block, asRecord(event['delta'])) : ''
      case 'content_block_stop':
        return block ? endOf(block) : ''
      case 'message_delta':
        usage = { ...usage, ...asRecord(event['usage']) }
        reason = String(asRecord(event['delta'])['stop_reason'])
        return ''
      case 'message_stop':
        return frame(ending(response, reason, usage))
      case 'error':
        return frame({ type: 'error', ...failure(asRecord(event['error'])) })
      default:
        return ''
    }
  }
}

const begin = (open: Map<unknown, Open>, index: unknown, block: JsonRecord): string => {
  const at = Number(index)
  const item = itemOf(block, at)
  if (!item) return ''
  open.set(index, { kind: block['type'], at, item, text: '' })
  return frame({ type: 'response.output_item.added', output_index: at, item })
}

const itemOf = (block: JsonRecord, at: number): JsonRecord | undefined => {
  switch (block['type']) {
    case 'text':
      return { type: 'message', id: `msg_${at}`, role: 'assistant', content: [] }
    case 'thinking':
      return { type: 'reasoning', id: `rs_${at}`, summary: [] }
    case 'tool_use':
      return {
        type: 'function_call',
        id: `fc_${at}`,
        call_id: block['id'],
        name: block['name'],
        arguments: '',
      }
    default:
      return undefined
  }
}

const deltaOf = (block: Open, delta: JsonRecord): string => {
  const piece = String(delta['text'] ?? delta['thinking'] ?? delta['partial_json'] ?? '')
  const type = DELTAS[String(delta['type'])]
  if (type === undefined) return ''
  block.text += piece
  return frame({ type, output_index: block.at, item_id: block.item['id'], delta: piece })
}

const DELTAS: Readonly<Record<string, string>> = {
  text_delta: 'response.output_text.delta',
  thinking_delta: 'response.reasoning_summary_text.delta',
  input_json_delta: 'response.function_call_arguments.delta',
}

const endOf = ({ kind, at, item, text }: Open): string => {
  const whole =
    kind === 'thinking'
      ? { ...item, summary: [{ type: 'summary_text', text }], encrypted_content: `sealed:${at}` }
      : kind === 'tool_use'
        ? { ...item, arguments: text }
        : { ...item, content: [{ type: 'output_text', text }] }
  return frame({ type: 'response.output_item.done', output_index: at, item: whole })
}

const INCOMPLETE: Readonly<Record<string, string>> = {
  max_tokens: 'max_output_tokens',
  refusal: 'content_filter',
}

const ending = (response: JsonRecord, reason: string, usage: JsonRecord): JsonRecord => {
  const number = (name: string): number => Number(usage[name] ?? 0)
  const cached = number('cache_read_input_tokens')
  const input = number('input_tokens') + cached + number('cache_creation_input_tokens')
  const why = INCOMPLETE[reason]
  return {
    type: why === undefined ? 'response.completed' : 'response.incomplete',
    response: {
      ...response,
      status: why === undefined ? 'completed' : 'incomplete',
      ...(why === undefined ? {} : { incomplete_details: { reason: why } }),
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cached },
        output_tokens: number('output_tokens'),
      },
    },
  }
}

const CODES: Readonly<Record<string, string>> = {
  overloaded_error: 'server_is_overloaded',
  api_error: 'server_error',
  rate_limit_error: 'rate_limit_exceeded',
}

const failure = ({ type, message }: JsonRecord): JsonRecord => ({
  code: CODES[String(type)] ?? type,
  message,
})

/** The responses dialect of the scenario server. */
export const responsesDialect: Dialect = {
  toMessages,
  renderer,
  check,
  streams: true,
  whole: () => '{}',
}
