import type { StopReason } from '../../../../protocol/message.ts'
import { streamText } from '../../../../protocol/messages/host/model-streams.ts'
import type { ModelRequest, StreamEvent } from '../../../../protocol/model.ts'
import type { Usage } from '../../../../protocol/usage.ts'
import { asCount, asList, asRecord, asText, isRecord, type JsonRecord } from '../../json-shape.ts'
import type { FittingNames } from '../fitting-names.ts'
import { broken } from '../reply-reader.ts'
import type { ServerEvent } from '../sse.ts'
import { createStreamWriter, type StreamWriter } from '../stream-writer.ts'
import { WebFindings } from '../web-search.ts'
import type { WireReader } from '../wire.ts'
import { keepSignature } from './thought-signature.ts'

const REFUSALS: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
])
/** It began a call that it could not write: nothing of it can be used. */
const MALFORMED: ReadonlySet<string> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL'])

/** One reply of the generateContent protocol: parts, each of which comes whole or, for text, in pieces. */
export class GeminiReader implements WireReader {
  readonly #writer: StreamWriter = createStreamWriter()
  readonly #request: ModelRequest
  readonly #names: FittingNames
  #calls = 0
  #finish: string | undefined
  #usage: Partial<Usage> = {}
  #ended = false
  readonly #web = new WebFindings()

  constructor(request: ModelRequest, names: FittingNames) {
    this.#request = request
    this.#names = names
  }

  take({ data }: ServerEvent): readonly StreamEvent[] {
    const chunk = parseChunk(data)
    if (isRecord(chunk['error'])) return [{ type: 'error', error: errorOf(chunk['error']) }]
    this.#writer.start(asText(chunk['responseId']), asText(chunk['modelVersion']) || this.#request.model)
    if (isRecord(chunk['usageMetadata'])) this.#usage = usageOf(chunk['usageMetadata'])
    if (asRecord(chunk['promptFeedback'])['blockReason'] !== undefined) this.#finish = 'SAFETY'
    const candidate = asRecord(asList(chunk['candidates'])[0])
    for (const part of asList(asRecord(candidate['content'])['parts'])) this.#part(asRecord(part))
    this.#searched(asRecord(candidate['groundingMetadata']))
    const { finishReason } = candidate
    if (typeof finishReason === 'string') this.#finish = finishReason
    return this.#writer.flush()
  }

  /** The protocol has no last event: the stream ends behind a reason to finish. */
  end(): readonly StreamEvent[] {
    if (this.#ended) return []
    if (this.#finish === undefined) throw broken(streamText('not_whole'))
    if (MALFORMED.has(this.#finish)) throw broken(streamText('malformed_call'))
    this.#ended = true
    this.#web.write(this.#writer)
    this.#writer.finish(this.#reason(this.#finish), { ...this.#usage, ...this.#web.usage })
    return this.#writer.flush()
  }

  /** Pages are given as links of the provider's own, which lead to them, with the host of each as its title. */
  #searched(grounding: JsonRecord): void {
    for (const query of asList(grounding['webSearchQueries'])) this.#web.searched(asText(query))
    for (const chunk of asList(grounding['groundingChunks'])) {
      const { uri, title } = asRecord(asRecord(chunk)['web'])
      const site = hostIn(title)
      this.#web.found({ url: asText(uri), title: asText(title), ...(site === undefined ? {} : { site }) })
    }
  }

  #part(part: JsonRecord): void {
    const { text, thoughtSignature, functionCall } = part
    const signature = typeof thoughtSignature === 'string' ? keepSignature(thoughtSignature) : ''
    if (part['thought'] === true) {
      if (typeof text === 'string') this.#writer.thinking(text)
      this.#writer.sign(signature)
      return
    }
    // Before what it belongs to: that is where it is looked for on the way back.
    this.#writer.sign(signature)
    if (typeof text === 'string') this.#writer.text(text)
    if (isRecord(functionCall)) this.#call(functionCall)
  }

  /** Calls come whole, often without an id: a history needs them to be different. */
  #call({ id, name, args }: JsonRecord): void {
    const key = String(this.#calls)
    this.#calls += 1
    const fallback = `call_${this.#request.messages.length}_${key}`
    this.#writer.call(key, {
      id: typeof id === 'string' && id !== '' ? id : fallback,
      name: this.#names.toolBehind(asText(name), this.#request),
    })
    this.#writer.argument(key, JSON.stringify(args ?? {}))
    this.#writer.settle()
  }

  #reason(finish: string): StopReason {
    if (finish === 'MAX_TOKENS') return 'max_tokens'
    if (REFUSALS.has(finish)) return 'refusal'
    return this.#writer.called ? 'tool_use' : 'end_turn'
  }
}

const hostIn = (title: unknown): string | undefined =>
  typeof title === 'string' && /^(?:[a-z\d-]+\.)+[a-z]{2,}$/i.test(title) ? title.toLowerCase() : undefined

const parseChunk = (data: string): JsonRecord => {
  try {
    const value: unknown = JSON.parse(data)
    if (isRecord(value)) return value
  } catch (error) {
    throw broken(streamText('not_json'), error)
  }
  throw broken(streamText('not_object'))
}

const TYPES: Readonly<Record<string, string>> = {
  UNAVAILABLE: 'overloaded_error',
  RESOURCE_EXHAUSTED: 'rate_limit_error',
  INVALID_ARGUMENT: 'invalid_request_error',
  UNAUTHENTICATED: 'authentication_error',
  PERMISSION_DENIED: 'permission_error',
  NOT_FOUND: 'not_found_error',
  INTERNAL: 'api_error',
  DEADLINE_EXCEEDED: 'timeout_error',
}

const errorOf = (error: JsonRecord): JsonRecord => ({
  type: TYPES[asText(error['status'])] ?? 'api_error',
  message: asText(error['message']),
})

/** Thoughts are counted apart here, and what was read from a cache is part of the prompt. */
const usageOf = (said: JsonRecord): Partial<Usage> => {
  const number = (value: unknown): number => asCount(value) ?? 0
  const cached = number(said['cachedContentTokenCount'])
  return {
    input_tokens: Math.max(
      0,
      number(said['promptTokenCount']) + number(said['toolUsePromptTokenCount']) - cached,
    ),
    output_tokens: number(said['candidatesTokenCount']) + number(said['thoughtsTokenCount']),
    cache_read_input_tokens: cached,
  }
}
