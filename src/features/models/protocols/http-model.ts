import type { Credential } from '../../../protocol/credential.ts'
import { streamText } from '../../../protocol/messages/host/model-streams.ts'
import { modelText } from '../../../protocol/messages/host/models.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import {
  type Model,
  type ModelDelta,
  ModelError,
  type ModelReply,
  type ModelRequest,
} from '../../../protocol/model.ts'
import { type ClassifyError, type ReadError, requestIdIn } from '../errors.ts'
import type { KeySource } from '../key-source.ts'
import { SILENT_RETRIES, SLOW_RETRIES } from '../retry-limits.ts'
import { readEvents, readText } from './event-source.ts'
import type { MakeParser } from './framings.ts'
import { FreshIds } from './fresh-ids.ts'
import type { Incoming } from './incoming.ts'
import { type Repetition, RepetitionWatch } from './repetition.ts'
import { broken, createReplyReader, type ReplyReader, silent } from './reply-reader.ts'
import { signedHeaders } from './signed-headers.ts'
import { createSseParser } from './sse.ts'
import { createTransport, type Transport } from './transport.ts'
import { type Announcements, announceWaiting, createAnnouncements, type WaitingOptions } from './waiting.ts'
import type { Wire } from './wire.ts'

export interface HttpModelOptions {
  /** With or without a path, e.g. `https://api.anthropic.com` or `https://gateway.example/anthropic`. */
  readonly baseUrl: string
  /** Adds what proves who asks; absent: nothing does. */
  readonly authorize?: Credential['authorize']
  /** Something newer that proves it, where what was sent is refused; asked once for a request. */
  readonly renew?: Credential['renew']
  /** What else there is where it is at its limit. */
  readonly limited?: Credential['limited']
  readonly used?: Credential['used']
  /** Where what proves it came from, for a refusal. */
  readonly keySource?: KeySource
  /** Of the provider; absent: its refusals are read as usual. */
  readonly readError?: ReadError
  /** Sent with every request; they win over our own. */
  readonly headers?: Readonly<Record<string, string>>
  readonly userAgent: string
  /** Shared with others that go the same way; absent: one of its own. */
  readonly transport?: Transport
  /** How the pieces of a reply are told apart; absent: as server-sent events. */
  readonly parser?: MakeParser
  /** A stream that says nothing for so long is broken. */
  readonly stallMs?: number
  /** Until the server begins to answer, and as long as a reply may bring nothing but signs of life. */
  readonly requestTimeoutMs?: number
  /** After how much silence the person is told. */
  readonly announcedAfterMs?: readonly number[]
  /** How often a silent stream is looked at. */
  readonly quietMs?: number
  /** Merged into the body of every request. */
  readonly extraBody?: Readonly<Record<string, unknown>>
  readonly betas?: readonly string[]
  readonly log?: (line: string) => void
  /** Milliseconds, monotonic. */
  readonly now?: () => number
}

const MAX_ERROR_BYTES = 256 * 1024
const MAX_REPLY_BYTES = 16 * 1024 * 1024

interface Client {
  readonly wire: Wire
  readonly options: HttpModelOptions
  readonly transport: Transport
  readonly base: string
  /** By path, each parsed once. */
  readonly urls: Map<string, URL>
  readonly ids: FreshIds
  /** What became of streams so far. */
  readonly streams: Streams
  readonly stallMs: number
  readonly requestTimeoutMs: number
  readonly now: () => number
  /** Loaded with the first failure. */
  classify(): Promise<ClassifyError>
}

interface Streams {
  /** Cut off one after the other, each before anything of the reply had come. */
  cuts: number
  /** Answers are asked for whole; undefined: that was not tried yet. */
  whole?: boolean
}

/** After so many it is tried once without. */
const MAX_CUTS = 2

/**
 * A model behind streaming HTTP, one attempt per call, in whatever dialect the wire speaks. What carries the bytes is
 * the transport's affair, and what it costs to load is in docs/decisions/0001.
 */
export const createHttpModel = (wire: Wire, options: HttpModelOptions): Model => {
  const client: Client = {
    wire,
    options,
    transport: options.transport ?? createTransport(),
    base: options.baseUrl.replace(/\/+$/, ''),
    urls: new Map(),
    ids: new FreshIds(),
    streams: { cuts: 0 },
    stallMs: options.stallMs ?? 90_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 600_000,
    now: options.now ?? (() => performance.now()),
    classify: async () => (await import('../classify-error.ts')).classifyWith(options.readError),
  }
  return {
    stream: (request, signal) => streamReply(client, request, signal),
    ...(wire.count ? { countTokens: counter(client, wire.count) } : {}),
  }
}

async function* streamReply(
  client: Client,
  given: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelDelta, ModelReply> {
  const began = client.now()
  const { wire, streams } = client
  if (wire.writesWhole && streams.cuts >= MAX_CUTS && streams.whole === undefined) {
    streams.whole = true
    yield {
      type: 'adapted',
      text: modelText('whole_replies', { host: waitingFor(client).host }),
    }
  }
  const request = streams.whole ? { ...given, whole: true as const } : given
  let parser: ReturnType<MakeParser> | undefined
  const prepare = (): ReturnType<MakeParser> => (parser ??= makeParser(client))
  const incoming = yield* openAdapted(client, { request, signal, onSent: () => void prepare() })
  const whole = await readOtherTypes(client, incoming, signal)
  const requestId = requestIdIn(incoming.headers)
  const reader = createReplyReader(undefined, incoming.headers)
  const events = wire.reader(request)
  const own = client.ids.within(request)
  if (whole !== undefined) {
    const meant = [...events.take({ event: 'message', data: whole }), ...(events.end?.() ?? [])]
    for (const each of meant)
      if (each.type === 'error')
        throw (await client.classify())(undefined, JSON.stringify(each), incoming.headers)
    yield* meant.flatMap(each => reader.take(own(each)))
    return answered(reader.reply({ requestId, durationMs: client.now() - began }))
  }
  let begun = false
  const repetition = new RepetitionWatch()
  const { stallMs, options } = client
  const source = readEvents(incoming, { stallMs, signal, parser: await prepare(), quietMs: options.quietMs })
  const silence = new SilenceWatch(client)
  try {
    while (!reader.ended) {
      const event = source.take() ?? (await source.next())
      if (event === 'quiet') {
        const text = silence.check()
        if (text !== undefined) yield { type: 'waiting', text }
        continue
      }
      const meant = event ? events.take(event) : (events.end?.() ?? [])
      for (const each of meant) {
        begun ||= each.type === 'content_block_start'
        if (each.type !== 'ping') silence.heard()
        if (each.type === 'error')
          throw (await client.classify())(undefined, JSON.stringify(each), incoming.headers)
        for (const delta of reader.take(own(each))) if (!request.quiet || isHeard(delta)) yield delta
        const found = repetition.see(each)
        if (!found) continue
        for (const delta of endRepeating(reader, found)) if (!request.quiet || isHeard(delta)) yield delta
        return reader.reply({ requestId, durationMs: client.now() - began })
      }
      if (!event && !reader.ended) throw broken(streamText('not_whole'))
    }
    source.finish()
    streams.cuts = 0
    return answered(reader.reply({ requestId, durationMs: client.now() - began }))
  } catch (error) {
    if (!begun && error instanceof ModelError && error.kind === 'stream_broken') noteCut(streams)
    throw error
  } finally {
    source.close()
  }
}

/** A server that streams although it was asked not to is asked to stream again. */
const noteCut = (streams: Streams): void => {
  streams.cuts += 1
  if (streams.whole) streams.whole = false
}

/** A stream that ended properly and said nothing, not even why it ended, is no answer. */
const answered = (reply: ModelReply): ModelReply => {
  if (reply.content.length === 0 && reply.stopReason === null)
    throw silent(streamText('no_answer'), SILENT_RETRIES)
  return reply
}

const waitingFor = ({ base, options, requestTimeoutMs }: Client): WaitingOptions => ({
  host: URL.canParse(base) ? new URL(base).host : base,
  limitMs: requestTimeoutMs,
  announcedAfterMs: options.announcedAfterMs,
})

/** Pings and comments say that the server is there, not that a reply is on its way: for that there is a limit, too. */
class SilenceWatch {
  readonly #client: Client
  readonly #announcements: Announcements
  #since: number

  constructor(client: Client) {
    this.#client = client
    this.#announcements = createAnnouncements(waitingFor(client), 'within')
    this.#since = client.now()
  }

  heard(): void {
    this.#since = this.#client.now()
    this.#announcements.reset()
  }

  /** What to say about it; throws ModelError when it has lasted too long. */
  check(): LocalizedText | undefined {
    const { requestTimeoutMs, stallMs, now } = this.#client
    const silentMs = now() - this.#since
    if (silentMs < Math.max(requestTimeoutMs, stallMs)) return this.#announcements.at(silentMs)
    throw silent(streamText('only_signs_of_life', { seconds: Math.round(silentMs / 1000) }), SLOW_RETRIES)
  }
}

/** Whoever waits for it hears why it could not be made; a request that fails waits for nothing. */
const makeParser = ({ options }: Client): ReturnType<MakeParser> => {
  const made = (options.parser ?? createSseParser)()
  if (made instanceof Promise) made.catch(() => undefined)
  return made
}

/** What was said in rounds stays twice; the rest of the stream is not waited for. */
const endRepeating = (reader: ReplyReader, { index, spare }: Repetition): readonly ModelDelta[] => {
  const delta = { stop_reason: 'repetition', stop_sequence: null }
  reader.take({ type: 'content_block_delta', index, delta: { type: 'spare_delta', count: spare } })
  return [
    { type: 'content_block_stop', index },
    { type: 'message_delta', delta },
    { type: 'message_stop' },
  ].flatMap(event => reader.take(event))
}

const MAX_ADAPTED = 4

/** What a server does not take is left out where it can be; nobody has to find out which switch does that. */
async function* openAdapted(
  client: Client,
  sending: Omit<Sending, 'path' | 'body'>,
): AsyncGenerator<ModelDelta, Incoming> {
  const { wire } = client
  const { request } = sending
  const turned: ModelDelta[] = []
  const onKey = (delta: ModelDelta): void => void turned.push(delta)
  for (let adapted = 0; ; adapted++) {
    try {
      const body = wire.write(request)
      request.onBody?.(body)
      const answer = open(client, { ...sending, path: wire.path(request), body, onKey })
      const incoming = yield* announceWaiting(answer, waitingFor(client))
      yield* turned
      return incoming
    } catch (error) {
      yield* turned.splice(0)
      const text = adapted < MAX_ADAPTED ? howToAdapt(wire, request, error) : undefined
      if (text === undefined) throw error
      yield { type: 'adapted', text }
    }
  }
}

const howToAdapt = (wire: Wire, request: ModelRequest, error: unknown): LocalizedText | undefined =>
  error instanceof ModelError && error.status !== undefined && ADAPTABLE.has(error.kind)
    ? wire.adapt?.(request, error.message)
    : undefined

/** Some servers call it their own failure, and some say that they have no such model. */
const ADAPTABLE: ReadonlySet<ModelError['kind']> = new Set([
  'invalid_request',
  'server_error',
  'model_not_found',
  'media_too_large',
  // Of a reply that was to be too long some speak as of a conversation.
  'prompt_too_long',
])

/** Each delta on its way to nobody costs several promises. */
const isHeard = (delta: ModelDelta): boolean =>
  delta.type !== 'event' ||
  delta.event.type === 'content_block_start' ||
  (delta.event.type === 'content_block_delta' &&
    typeof (delta.event['delta'] as { readonly text?: unknown } | undefined)?.text === 'string')

const counter =
  (client: Client, count: NonNullable<Wire['count']>): NonNullable<Model['countTokens']> =>
  async (request, signal) => {
    const sending = { path: count.path(request), request, body: count.write(request), signal }
    const incoming = await open(client, sending)
    const text = await readText(incoming, { stallMs: client.stallMs, signal, maxBytes: MAX_ERROR_BYTES })
    const tokens = count.read(text)
    if (tokens !== undefined) return tokens
    throw new ModelError(
      'unknown',
      modelText('unreadable_count', { where: client.base, said: text.slice(0, 200) }),
    )
  }

interface Sending {
  readonly path: string
  readonly request: ModelRequest
  readonly body: readonly Uint8Array[]
  readonly signal: AbortSignal
  /** Besides what the request itself says is to happen then. */
  readonly onSent?: () => void
  /** The second time, with something newer. */
  readonly renewed?: boolean
  /** Another key is used: for the person. */
  readonly onKey?: (delta: ModelDelta) => void
}

/** Sends, and returns a successful answer or throws the classified failure. */
const open = async (client: Client, sending: Sending): Promise<Incoming> => {
  const { path, request, body, signal, onSent } = sending
  const url = client.urls.get(path) ?? parseUrl(/^https?:/.test(path) ? path : `${client.base}${path}`)
  client.urls.set(path, url)
  const began = client.now()
  const { headers, signed } = await signedHeaders(client, request, { url, body })
  const incoming = await client.transport.post({
    url,
    headers,
    body,
    signal,
    timeoutMs: client.requestTimeoutMs,
    onSent: () => {
      request.onSent?.()
      onSent?.()
    },
  })
  const status = incoming.statusCode ?? 0
  client.options.log?.(
    `api POST ${url.origin}${url.pathname} ${status} in ${Math.round(client.now() - began)} ms, ${requestIdIn(incoming.headers) ?? 'no request id'} (${request.source})`,
  )
  if (status === 200) {
    const change = await client.options.used?.(signed)
    if (change) sending.onKey?.({ type: 'adapted', ...change })
    return incoming
  }
  const text = await readText(incoming, { stallMs: client.stallMs, signal, maxBytes: MAX_ERROR_BYTES })
  const isStale = status === 401 || (status === 403 && EXPIRED.test(text))
  if (isStale && !sending.renewed && (await client.options.renew?.(signed)))
    return await open(client, { ...sending, renewed: true })
  const error = (await client.classify())(status, text, incoming.headers)
  if (client.options.limited && KEY_LIMITS.has(error.kind)) {
    const next = await client.options.limited(signed, error.retryAfterMs)
    if ('waitMs' in next) throw error.kind === 'rate_limit' ? withWait(error, next.waitMs) : error
    sending.onKey?.({ type: 'adapted', limited: true, ...next })
    return await open(client, sending)
  }
  if (client.options.keySource === undefined) throw error
  const { refusedSource, withKeySource } = await import('../key-source.ts')
  throw withKeySource(error, await refusedSource(client.options.keySource, signed))
}

/** What another key may not have reached. */
const KEY_LIMITS: ReadonlySet<ModelError['kind']> = new Set(['rate_limit', 'billing_error'])

/** Of several keys the first that comes back says how long to wait. */
const withWait = (
  { kind, localized, status, requestId, shouldRetry }: ModelError,
  waitMs: number,
): ModelError => new ModelError(kind, localized, { status, requestId, shouldRetry, retryAfterMs: waitMs })

/** How a cloud says that it knew the credentials once. */
const EXPIRED = /expired|security token/i

const parseUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new ModelError('invalid_request', modelText('bad_base_url', { url: text }))
}

/** A captive portal or a wrong address also answers 200. A reply that came whole is returned where it can be read. */
const readOtherTypes = async (
  client: Client,
  incoming: Incoming,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const type = incoming.headers['content-type'] ?? ''
  if (type === '' || type.includes('event-stream') || type.includes('eventstream')) return undefined
  const text = await readText(incoming, { stallMs: client.stallMs, signal, maxBytes: MAX_REPLY_BYTES })
  if (client.wire.readsWhole?.(text)) return text
  if (text.includes('"error"')) throw (await client.classify())(undefined, text, incoming.headers)
  throw new ModelError('unknown', modelText('not_a_stream', { where: client.base, type }), { status: 200 })
}
