import type { StopReason } from '../../../../protocol/message.ts'
import { streamText } from '../../../../protocol/messages/host/model-streams.ts'
import type { ModelRequest, StreamEvent } from '../../../../protocol/model.ts'
import type { Usage } from '../../../../protocol/usage.ts'
import { asCount, asList, asRecord, asText, isRecord, type JsonRecord } from '../../json-shape.ts'
import { ContentSplitter, type Stretch } from '../../text-calls/content-splitter.ts'
import type { TextCall } from '../../text-calls/parse-call.ts'
import type { FittingNames } from '../fitting-names.ts'
import { broken } from '../reply-reader.ts'
import type { ServerEvent } from '../sse.ts'
import { createStreamWriter, type StreamWriter } from '../stream-writer.ts'
import type { WireReader } from '../wire.ts'
import { CallQueue } from './call-queue.ts'
import { CHAT_REASONING, type ChatHabits } from './chat-habits.ts'

const STOP_REASON: Readonly<Record<string, StopReason>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
}

/** One reply of the chat-completions protocol. */
export class ChatReader implements WireReader {
  readonly #writer: StreamWriter = createStreamWriter()
  readonly #request: ModelRequest
  readonly #names: FittingNames
  readonly #habits: ChatHabits
  readonly #splitter: ContentSplitter
  readonly #queue = new CallQueue(this.#writer)
  #written = 0
  #refused = false
  readonly #ids = new Map<string, string>()
  readonly #latest = new Map<string, string>()
  #finish: string | undefined
  #usage: Partial<Usage> = {}
  #details: unknown[] = []
  #thought = false
  #ended = false

  constructor(
    request: ModelRequest,
    about: {
      readonly names: FittingNames
      readonly habits: ChatHabits
      /** Calls are written as text. */
      readonly written: boolean
    },
  ) {
    this.#request = request
    this.#names = about.names
    this.#habits = about.habits
    const tools = about.habits.writtenCalls ? request.tools.map(({ name }) => name) : []
    this.#splitter = new ContentSplitter(
      about.written && request.tools.length > 0 ? { fences: true } : { tools, fences: false },
    )
  }

  take({ data }: ServerEvent): readonly StreamEvent[] {
    if (data.trim() === '[DONE]') {
      // It says that it is done, if not how.
      this.#finish ??= 'stop'
      return this.end()
    }
    const chunk = parseChunk(data)
    if (chunk['error'] != null) return [{ type: 'error', error: errorOf(chunk['error']) }]
    this.#writer.start(asText(chunk['id']), asText(chunk['model']) || this.#request.model)
    const choice = asRecord(asList(chunk['choices'])[0])
    const usage = usageIn(chunk, choice)
    if (usage) this.#usage = usage
    this.#delta(asRecord(choice['delta'] ?? choice['message']))
    const { finish_reason: finish } = choice
    if (typeof finish === 'string' && finish !== '') {
      // What it cost comes behind it, the calls are complete here.
      this.#finish = finish
      this.#say(this.#splitter.end())
      this.#queue.end()
      this.#writer.settle()
    }
    return this.#writer.flush()
  }

  /** Some servers close the connection instead of saying that they are done. */
  end(): readonly StreamEvent[] {
    if (this.#ended) return []
    if (this.#finish === undefined) throw broken(streamText('not_whole'))
    this.#ended = true
    this.#say(this.#splitter.end())
    this.#queue.end()
    this.#signReasoning()
    const said = this.#refused ? 'refusal' : (STOP_REASON[this.#finish] ?? 'end_turn')
    // Servers of other makes say `stop` behind calls, too.
    this.#writer.finish(this.#writer.called && said === 'end_turn' ? 'tool_use' : said, this.#usage)
    return this.#writer.flush()
  }

  #delta(delta: JsonRecord): void {
    for (const detail of asList(delta['reasoning_details'])) this.#details.push(detail)
    const reasoning = delta['reasoning_content'] ?? delta['reasoning']
    if (typeof reasoning === 'string' && reasoning !== '') {
      this.#thought = true
      this.#writer.thinking(reasoning)
    }
    const content = this.#content(delta['content'])
    const { refusal } = delta
    const calls = asList(delta['tool_calls']).map(asRecord)
    if (content !== '' || calls.length > 0) this.#signReasoning()
    this.#say(this.#splitter.feed(content))
    if (typeof refusal === 'string' && refusal !== '') {
      this.#refused = true
      this.#writer.text(refusal)
    }
    if (calls.length > 0) this.#say(this.#splitter.end())
    for (const call of calls) this.#call(call)
  }

  /** Text, or a list of parts, some of which are thoughts. */
  #content(content: unknown): string {
    if (typeof content === 'string') return content
    let text = ''
    for (const part of asList(content).map(asRecord)) {
      if (typeof part['text'] === 'string') text += part['text']
      for (const thought of asList(part['thinking']).map(asRecord))
        if (typeof thought['text'] === 'string') this.#writer.thinking(thought['text'])
    }
    return text
  }

  #say(stretches: readonly Stretch[]): void {
    for (const stretch of stretches) {
      if (stretch.kind === 'call') this.#writtenCall(stretch.call)
      else if (stretch.kind === 'thinking') this.#writer.thinking(stretch.text)
      else this.#writer.text(stretch.text)
    }
  }

  /** Such a call has no id: a history needs them to be different. */
  #writtenCall({ name, input }: TextCall): void {
    const key = `text${this.#written}`
    this.#written += 1
    const id = `call_${this.#request.messages.length}_${key}`
    this.#writer.call(key, { id, name: this.#names.toolBehind(name, this.#request) })
    this.#writer.argument(key, input)
    this.#writer.settle()
  }

  #call(call: JsonRecord): void {
    const said = asRecord(call['function'])
    const key = this.#keyOf(call)
    const { name } = said
    if (typeof name === 'string' && name !== '' && !this.#queue.knows(key)) {
      const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : this.#newId(key)
      this.#ids.set(key, id)
      this.#queue.begin(key, { id, name: this.#names.toolBehind(name, this.#request) })
    }
    const piece = said['arguments']
    // Some servers give what was said whole and parsed.
    if (isRecord(piece)) this.#queue.argument(key, JSON.stringify(piece))
    else if (typeof piece === 'string') this.#queue.argument(key, piece)
  }

  /** Some servers give all calls of a reply the same number: then another id is another call. */
  #keyOf({ index, id }: JsonRecord): string {
    const number = asText(index ?? id ?? 0)
    if (typeof id !== 'string' || id === '') return this.#latest.get(number) ?? number
    const first = this.#ids.get(number)
    const key = first === undefined || first === id ? number : `${number}_${id}`
    this.#latest.set(number, key)
    return key
  }

  /** A server that gives no ids is given them: a history needs them to be different. */
  #newId(key: string): string {
    return `call_${this.#request.messages.length}_${key}`
  }

  #signReasoning(): void {
    const { reasoning } = this.#habits
    if (reasoning === undefined || !(this.#thought || this.#details.length > 0)) return
    if (reasoning === 'reasoning_details') {
      if (this.#details.length > 0)
        this.#writer.sign(CHAT_REASONING.writeDetails(mergeDetails(this.#details)))
    } else this.#writer.sign(CHAT_REASONING.plain)
    this.#thought = false
    this.#details = []
  }
}

const parseChunk = (data: string): JsonRecord => {
  try {
    const value: unknown = JSON.parse(data)
    if (isRecord(value)) return value
  } catch (error) {
    throw broken(streamText('not_json'), error)
  }
  throw broken(streamText('not_object'))
}

const errorOf = (error: unknown): JsonRecord =>
  isRecord(error)
    ? { ...error, type: error['type'] ?? error['code'] ?? 'api_error' }
    : { type: 'api_error', message: asText(error) }

/** In its own chunk, with the last words, within the choice or under the name of the maker. */
const usageIn = (chunk: JsonRecord, choice: JsonRecord): Partial<Usage> | undefined => {
  const said = [chunk['usage'], choice['usage'], asRecord(chunk['x_groq'])['usage']].find(isRecord)
  return said && usageOf(said)
}

/** Here the counted prompt holds what was read from a cache, and what was written; in ours it does not. */
const usageOf = (said: JsonRecord): Partial<Usage> => {
  const number = (value: unknown): number => asCount(value) ?? 0
  const details = asRecord(said['prompt_tokens_details'])
  const cached = number(details['cached_tokens'] ?? said['prompt_cache_hit_tokens'] ?? said['cached_tokens'])
  const written = number(details['cache_write_tokens'])
  const prompt = number(said['prompt_tokens'])
  const completion = number(said['completion_tokens'])
  const reasoning = number(asRecord(said['completion_tokens_details'])['reasoning_tokens'])
  // Most count what was thought as output; where it is beside it, the sum shows it.
  const beside = prompt + completion + reasoning === number(said['total_tokens']) ? reasoning : 0
  return {
    input_tokens: Math.max(0, prompt - cached - written),
    output_tokens: completion + beside,
    cache_read_input_tokens: cached,
    ...(written > 0 ? { cache_creation_input_tokens: written } : {}),
  }
}

/** Pieces of one detail become one, as the provider wants it back. */
const mergeDetails = (details: readonly unknown[]): readonly unknown[] => {
  const merged: Record<string, unknown>[] = []
  for (const detail of details.filter(isRecord)) {
    const before = merged.find(
      each =>
        each['type'] === detail['type'] && each['index'] === detail['index'] && each['index'] !== undefined,
    )
    if (!before) {
      merged.push({ ...detail })
      continue
    }
    for (const [key, value] of Object.entries(detail))
      before[key] =
        TEXTS.has(key) && typeof before[key] === 'string' && typeof value === 'string'
          ? before[key] + value
          : (value ?? before[key])
  }
  return merged
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'summary', 'data'])
