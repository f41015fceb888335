import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import { telemetryText } from '../../protocol/messages/host/telemetry.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { Model, ModelDelta, ModelReply, ModelRequest } from '../../protocol/model.ts'
import type { TelemetryOptions } from './options.ts'
import type { Attributes } from './otlp/attributes.ts'
import { REDACTED, type Recorder } from './recorder.ts'

export interface BodyDeps extends Pick<Recorder, 'log' | 'now' | 'cleanValue'> {
  readonly bodies: NonNullable<TelemetryOptions['content']['bodies']>
  /** Characters of a body that an event holds. */
  readonly maxText: number
  readonly sessionId: string
  newId(bytes: number): string
  readonly failed: Warn
}

/** Whole requests and replies, for an owner who asked for them: without secrets, and without what the model thought. */
export class BodyRecords {
  readonly #deps: BodyDeps
  #isMade = false

  constructor(deps: BodyDeps) {
    this.#deps = deps
  }

  /** The same model; what goes to it and comes from it is recorded. */
  watched(model: Model): Model {
    const count = model.countTokens?.bind(model)
    return {
      stream: (request, signal) => this.#stream(model, request, signal),
      ...(count ? { countTokens: count } : {}),
    }
  }

  async *#stream(
    model: Model,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelDelta, ModelReply> {
    let sent: string | undefined
    const onBody = (pieces: readonly Uint8Array[]): void => {
      request.onBody?.(pieces)
      this.#safely(() => {
        const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
        sent = this.#tell('request', { about: request, body, name: this.#deps.newId(16) })
      })
    }
    const reply = yield* model.stream({ ...request, onBody }, signal)
    this.#safely(() => this.#replied(request, reply, sent))
    return reply
  }

  #replied(request: ModelRequest, reply: ModelReply, sent: string | undefined): void {
    const { id, model, content, stopReason, stopSequence, usage, requestId } = reply
    const body = {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content,
      stop_reason: stopReason,
      stop_sequence: stopSequence,
      usage,
    }
    const name =
      requestId !== undefined && /^[\w-]{1,128}$/.test(requestId) ? requestId : this.#deps.newId(16)
    const file = this.#tell('response', { about: { ...request, model }, body, name, requestId })
    if (file === undefined) return
    const { bodies, now, sessionId } = this.#deps
    const line = {
      timestamp: new Date(now()).toISOString(),
      session_id: sessionId,
      query_source: request.source,
      model,
      request_id: requestId,
      message_id: id,
      request_file: sent,
      response_file: file,
    }
    if (bodies !== 'inline')
      appendFileSync(join(bodies.directory, 'index.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }

  /** The file it is in; undefined where it is in the event itself. */
  #tell(
    what: 'request' | 'response',
    {
      about,
      body,
      name,
      requestId,
    }: {
      readonly about: Pick<ModelRequest, 'model' | 'source'>
      readonly body: unknown
      readonly name: string
      readonly requestId?: string | undefined
    },
  ): string | undefined {
    const { bodies, log, maxText, cleanValue } = this.#deps
    const text = JSON.stringify(cleanValue(withoutThinking(body)))
    const common: Attributes = { model: about.model, query_source: about.source, request_id: requestId }
    if (bodies === 'inline') {
      const isCut = text.length > maxText
      log.write(`api_${what}_body`, {
        ...common,
        body: isCut ? text.slice(0, maxText) : text,
        body_length: text.length,
        body_truncated: isCut ? 'true' : undefined,
      })
      return undefined
    }
    const file = join(bodies.directory, `${name}.${what}.json`)
    if (!this.#isMade) mkdirSync(bodies.directory, { recursive: true, mode: 0o700 })
    this.#isMade = true
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    log.write(`api_${what}_body`, { ...common, body_ref: file, body_length: Buffer.byteLength(text) })
    return file
  }

  /** A body that cannot be told is none of the session's faults. */
  #safely(record: () => void): void {
    try {
      record()
    } catch (error) {
      this.#deps.failed(telemetryText('not_recorded', { reason: String(error) }))
    }
  }
}

/** Fields with thoughts, in whatever protocol, by what marks the object they are in. */
const THOUGHTS: readonly (readonly [is: (item: Item) => boolean, fields: readonly string[]])[] = [
  [({ type }) => type === 'thinking', ['thinking']],
  [({ type }) => type === 'redacted_thinking', ['data']],
  [({ type }) => type === 'reasoning', ['summary', 'content', 'encrypted_content']],
  [({ thought }) => thought === true, ['text']],
  [({ role }) => role === 'assistant', ['reasoning_content', 'reasoning']],
]

type Item = Readonly<Record<string, unknown>>

const withoutThinking = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutThinking)
  if (!isObject(value)) return value
  const hidden = new Set(THOUGHTS.flatMap(([is, fields]) => (is(value) ? fields : [])))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, hidden.has(key) ? REDACTED : withoutThinking(item)]),
  )
}
