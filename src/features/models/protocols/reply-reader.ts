import type { AssistantBlock, StopReason } from '../../../protocol/message.ts'
import { streamText } from '../../../protocol/messages/host/model-streams.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { type ModelDelta, ModelError, type ModelReply, type StreamEvent } from '../../../protocol/model.ts'
import { NO_USAGE, type RateLimit, type RateLimits, type Usage } from '../../../protocol/usage.ts'
import { type ClassifyError, type ErrorHeaders, oneHeader, requestIdIn } from '../errors.ts'
import { asCount, asRecord, asText, type JsonRecord } from '../json-shape.ts'
import { beginBlock, type OpenBlock } from './open-block.ts'

export interface ReplyReader {
  /** What this event means for the consumer, in order. Throws ModelError for an `error` event or a broken order. */
  take(event: StreamEvent): readonly ModelDelta[]
  /** The event that ends a reply was taken. */
  readonly ended: boolean
  reply(facts: { readonly requestId: string | undefined; readonly durationMs: number }): ModelReply
}

/** Builds a reply from the raw events of one Messages stream. Who gives no `classify` gives it no errors either. */
export const createReplyReader = (
  classify: ClassifyError | undefined,
  headers: ErrorHeaders = {},
): ReplyReader => {
  const open = new Map<number, OpenBlock>()
  const done: { readonly index: number; readonly block: AssistantBlock }[] = []
  let opening: { readonly id: string; readonly model: string } | undefined
  let usage = NO_USAGE
  let stopReason: StopReason | null = null
  let stopSequence: string | null = null
  let ended = false

  const start = (event: StreamEvent): ModelDelta => {
    const message = asRecord(event['message'])
    opening = { id: asText(message['id']), model: asText(message['model']) }
    usage = mergeUsage(NO_USAGE, asRecord(message['usage']))
    const requestId = requestIdIn(headers)
    return { type: 'start', ...opening, usage, ...(requestId === undefined ? {} : { requestId }) }
  }

  const stopBlock = (event: StreamEvent): ModelDelta => {
    const index = indexOf(event)
    const finished = openBlock(open, event).finish()
    const block = checked(finished.block)
    open.delete(index)
    done.push({ index, block })
    return { type: 'block', index, ...finished, block }
  }

  const finishMessage = (event: StreamEvent): void => {
    const delta = asRecord(event['delta'])
    if (typeof delta['stop_reason'] === 'string') stopReason = delta['stop_reason'] as StopReason
    if (typeof delta['stop_sequence'] === 'string') stopSequence = delta['stop_sequence']
    usage = mergeUsage(usage, asRecord(event['usage']))
  }

  return {
    get ended() {
      return ended
    },
    take(event) {
      const raw: ModelDelta = { type: 'event', event }
      if (event.type === 'ping') return []
      if (event.type === 'error' && classify) throw classify(undefined, JSON.stringify(event), headers)
      if (event.type === 'message_start') return [start(event), raw]
      if (KNOWN_EVENTS.has(event.type) && !opening)
        throw broken(streamText('began_with', { event: event.type }))
      if (event.type === 'content_block_start')
        open.set(indexOf(event), beginBlock(asRecord(event['content_block'])))
      else if (event.type === 'content_block_delta') openBlock(open, event).add(asRecord(event['delta']))
      else if (event.type === 'content_block_stop') return [raw, stopBlock(event)]
      else if (event.type === 'message_delta') finishMessage(event)
      else if (event.type === 'message_stop') {
        if (open.size > 0) throw broken(streamText('open_block'))
        ended = true
      }
      return [raw]
    },
    reply({ requestId, durationMs }) {
      if (!opening || !ended) throw broken(streamText('not_whole'))
      const content = done.toSorted((a, b) => a.index - b.index).map(each => each.block)
      const limits = rateLimitsIn(headers)
      const told = limits ? { limits } : {}
      const whole = { ...opening, content, stopReason, stopSequence, usage, durationMs, ...told }
      return requestId === undefined ? whole : { ...whole, requestId }
    },
  }
}

/** A block of a kind that others work with has what they take for granted. Throws ModelError for one that cannot be used. */
const checked = (block: AssistantBlock): AssistantBlock => {
  const said = block as unknown as JsonRecord
  const { type, name } = said
  if (typeof type !== 'string') throw broken(streamText('block_without_type'))
  if (type === 'tool_use' && (typeof name !== 'string' || name === ''))
    throw broken(streamText('call_without_name'))
  const fields = type === 'text' ? ['text'] : type === 'thinking' ? ['thinking', 'signature'] : []
  const wrong = fields.filter(field => said[field] !== undefined || field === type)
  const texts = wrong.flatMap(field => (typeof said[field] === 'string' ? [] : [[field, '']]))
  return texts.length === 0 ? block : { ...block, ...Object.fromEntries(texts) }
}

const KNOWN_EVENTS: ReadonlySet<string> = new Set([
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
])

export const broken = (how: LocalizedText, cause?: unknown): ModelError =>
  new ModelError('stream_broken', streamText('broke_off', { how }), { cause })

/** The same of a stream that said too little: it is asked again a few times, not for hours. */
export const silent = (how: LocalizedText, maxRetries: number): ModelError =>
  new ModelError('stream_broken', streamText('broke_off', { how }), { maxRetries })

/** Turns the data of one server event into a stream event. */
export const parseStreamEvent = (data: string): StreamEvent => {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch (error) {
    throw broken(streamText('not_json'), error)
  }
  if (typeof asRecord(value)['type'] !== 'string') throw broken(streamText('event_without_type'))
  return value as StreamEvent
}

const indexOf = (event: StreamEvent): number => {
  const index = event['index']
  if (typeof index !== 'number') throw broken(streamText('event_without_index', { event: event.type }))
  return index
}

const openBlock = (open: ReadonlyMap<number, OpenBlock>, event: StreamEvent): OpenBlock => {
  const block = open.get(indexOf(event))
  if (!block) throw broken(streamText('no_such_block', { event: event.type }))
  return block
}

/** Fields that are there replace those from before; servers send the rest as null or not at all. */
const mergeUsage = (before: Usage, said: JsonRecord): Usage => {
  const pick = (key: keyof Usage & string, old: number): number => asCount(said[key]) ?? old
  const creation = asRecord(said['cache_creation'])
  const search = asCount(asRecord(said['server_tool_use'])['web_search_requests'])
  const speed = said['speed']
  return {
    ...before,
    input_tokens: pick('input_tokens', before.input_tokens),
    output_tokens: pick('output_tokens', before.output_tokens),
    cache_creation_input_tokens: pick('cache_creation_input_tokens', before.cache_creation_input_tokens),
    cache_read_input_tokens: pick('cache_read_input_tokens', before.cache_read_input_tokens),
    ...(said['cache_creation'] ? { cache_creation: readCreation(creation) } : {}),
    ...(search !== undefined ? { server_tool_use: { web_search_requests: search } } : {}),
    ...(speed === 'fast' || speed === 'standard' ? { speed } : {}),
  }
}

const readCreation = (said: JsonRecord) => ({
  ephemeral_5m_input_tokens: asCount(said['ephemeral_5m_input_tokens']) ?? 0,
  ephemeral_1h_input_tokens: asCount(said['ephemeral_1h_input_tokens']) ?? 0,
})

/** What is left of a plan, where the provider says it with its answers; undefined: it does not. */
export const rateLimitsIn = (headers: ErrorHeaders): RateLimits | undefined => {
  const fiveHour = limitIn(headers, '5h')
  const sevenDay = limitIn(headers, '7d')
  if (!fiveHour && !sevenDay) return undefined
  return { ...(fiveHour ? { fiveHour } : {}), ...(sevenDay ? { sevenDay } : {}) }
}

const limitIn = (headers: ErrorHeaders, span: string): RateLimit | undefined => {
  const used = numberIn(headers, `anthropic-ratelimit-unified-${span}-utilization`)
  const resetsAt = numberIn(headers, `anthropic-ratelimit-unified-${span}-reset`)
  return used === undefined || resetsAt === undefined ? undefined : { used, resetsAt }
}

const numberIn = (headers: ErrorHeaders, name: string): number | undefined => {
  const word = oneHeader(headers, name)?.trim()
  const value = word ? Number(word) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}
