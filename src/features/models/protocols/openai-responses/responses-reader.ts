import type { StopReason } from '../../../../protocol/message.ts'
import type { ModelRequest, StreamEvent } from '../../../../protocol/model.ts'
import type { Usage } from '../../../../protocol/usage.ts'
import { asCount, asList, asRecord, asText, type JsonRecord } from '../../json-shape.ts'
import type { FittingNames } from '../fitting-names.ts'
import { parseStreamEvent } from '../reply-reader.ts'
import type { ServerEvent } from '../sse.ts'
import { createStreamWriter, type StreamWriter } from '../stream-writer.ts'
import { citedPage, WebFindings } from '../web-search.ts'
import type { WireReader } from '../wire.ts'
import { keepReasoning } from './saved-reasoning.ts'

/** One reply of the responses protocol: items, each begun, streamed and done. */
export class ResponsesReader implements WireReader {
  readonly #writer: StreamWriter = createStreamWriter()
  readonly #request: ModelRequest
  readonly #names: FittingNames
  /** Calls whose arguments were streamed. */
  readonly #given = new Set<string>()
  #refused = false
  readonly #web = new WebFindings()

  constructor(request: ModelRequest, names: FittingNames) {
    this.#request = request
    this.#names = names
  }

  take({ data }: ServerEvent): readonly StreamEvent[] {
    // Some servers of this protocol end with the other one's last word.
    if (data.trim() === '[DONE]') return []
    const event = parseStreamEvent(data)
    const failure = failureIn(event)
    if (failure) return [{ type: 'error', error: failure }]
    this.#hear(event)
    return this.#writer.flush()
  }

  #hear(event: StreamEvent): void {
    const response = asRecord(event['response'])
    const piece = typeof event['delta'] === 'string' ? event['delta'] : ''
    switch (event.type) {
      case 'response.created':
        this.#writer.start(asText(response['id']), asText(response['model']) || this.#request.model)
        break
      case 'response.output_item.added':
        this.#begin(event)
        break
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        this.#refused ||= event.type === 'response.refusal.delta'
        this.#writer.text(piece)
        break
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.#writer.thinking(piece)
        break
      case 'response.reasoning_summary_part.added':
        if (asCount(event['summary_index'])) this.#writer.thinking('\n\n')
        break
      case 'response.function_call_arguments.delta':
        if (piece !== '') this.#given.add(keyOf(event))
        this.#writer.argument(keyOf(event), piece)
        break
      case 'response.output_item.done':
        this.#end(event)
        break
      case 'response.completed':
      case 'response.incomplete':
        this.#web.write(this.#writer)
        this.#writer.finish(this.#reason(response), {
          ...usageOf(asRecord(response['usage'])),
          ...this.#web.usage,
        })
        break
    }
  }

  #begin(event: StreamEvent): void {
    const item = asRecord(event['item'])
    if (item['type'] !== 'function_call') return
    const name = this.#names.toolBehind(asText(item['name']), this.#request)
    this.#writer.call(keyOf(event), { id: asText(item['call_id'] ?? item['id']), name })
  }

  #end(event: StreamEvent): void {
    const item = asRecord(event['item'])
    const key = keyOf(event)
    // Some servers say a call only when it is complete.
    if (item['type'] === 'function_call' && !this.#writer.knows(key)) this.#begin(event)
    if (item['type'] === 'function_call' && !this.#given.has(key) && typeof item['arguments'] === 'string')
      this.#writer.argument(key, item['arguments'])
    if (item['type'] === 'web_search_call') this.#searched(item)
    if (item['type'] === 'message')
      for (const part of asList(item['content']))
        for (const citation of asList(asRecord(part)['annotations'])) this.#web.found(citedPage(citation))
    const kept = item['type'] === 'reasoning' ? keepReasoning(item) : undefined
    if (kept !== undefined) this.#writer.sign(kept)
    else this.#writer.settle()
  }

  /** Only a search is paid for; a page that is opened or searched through is not. */
  #searched({ id, status, action }: JsonRecord): void {
    if (status === 'failed') {
      this.#web.failed('failed')
      return
    }
    const { type, sources } = asRecord(action)
    if (type === undefined || type === 'search') this.#web.searched(asText(id))
    for (const source of asList(sources)) this.#web.found(citedPage(source))
  }

  #reason(response: JsonRecord): StopReason {
    const why = asRecord(response['incomplete_details'])['reason']
    if (why === 'max_output_tokens') return 'max_tokens'
    if (why === 'content_filter') return 'refusal'
    if (this.#refused) return 'refusal'
    return this.#writer.called ? 'tool_use' : 'end_turn'
  }
}

const keyOf = (event: StreamEvent): string => asText(event['output_index'] ?? event['item_id'] ?? 0)

const failureIn = (event: StreamEvent): JsonRecord | undefined => {
  if (event.type === 'error') {
    const said = asRecord(event['error'])
    return named({ ...event, ...said, type: said['type'] ?? event['code'] ?? said['code'] })
  }
  if (event.type !== 'response.failed') return undefined
  return named(asRecord(asRecord(event['response'])['error']))
}

/** The protocol's own codes of failures, in the words everybody else's are told by. */
const TYPES: Readonly<Record<string, string>> = {
  rate_limit_exceeded: 'rate_limit_error',
  server_error: 'api_error',
  server_is_overloaded: 'overloaded_error',
  slow_down: 'overloaded_error',
  invalid_prompt: 'invalid_request_error',
}

const named = (said: JsonRecord): JsonRecord => {
  const code = asText(said['code'] ?? said['type'])
  return { type: TYPES[code] ?? (code || 'api_error'), message: asText(said['message']) }
}

/** Here the counted input holds what was read from a cache; in ours it does not. */
const usageOf = (said: JsonRecord): Partial<Usage> => {
  const number = (value: unknown): number => asCount(value) ?? 0
  const cached = number(asRecord(said['input_tokens_details'])['cached_tokens'])
  return {
    input_tokens: Math.max(0, number(said['input_tokens']) - cached),
    output_tokens: number(said['output_tokens']),
    cache_read_input_tokens: cached,
  }
}
