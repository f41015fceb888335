import type { IncomingMessage } from 'node:http'
import type { Credential, UnsignedRequest } from '../../../protocol/credential.ts'
import {
  type Model,
  type ModelDelta,
  ModelError,
  type ModelReply,
  type ModelRequest,
} from '../../../protocol/model.ts'
import { classifyError, requestIdIn, withKeySource } from '../errors.ts'
import { readText } from './event-source.ts'
import { FRAMINGS, type Framing } from './framings.ts'
import { broken, createReplyReader, parseStreamEvent } from './reply-reader.ts'
import { type BodyWriter, createBodyWriter } from './request-body.ts'
import { createTransport, type Transport } from './transport.ts'

export interface AnthropicOptions {
  /** With or without a path, e.g. `https://api.anthropic.com` or `https://gateway.example/anthropic`. */
  readonly baseUrl: string
  /** Adds what proves who asks; absent: nothing does. */
  readonly authorize?: Credential['authorize']
  /** Where what proves it came from, for a refusal. */
  readonly keySource?: string
  /** Sent with every request; they win over our own. */
  readonly headers?: Readonly<Record<string, string>>
  readonly userAgent: string
  /** Shared with others that go the same way; absent: one of its own. */
  readonly transport?: Transport
  /** How the pieces of a reply are told apart. */
  readonly framing?: Framing
  /** A stream that says nothing for so long is broken. */
  readonly stallMs?: number
  /** Until the server begins to answer. */
  readonly requestTimeoutMs?: number
  /** Merged into the body of every request. */
  readonly extraBody?: Readonly<Record<string, unknown>>
  readonly betas?: readonly string[]
  readonly log?: (line: string) => void
  /** Milliseconds, monotonic. */
  readonly now?: () => number
}

const VERSION = '2023-06-01'
const EFFORT_BETA = 'effort-2025-11-24'
const CONTEXT_BETA = 'context-management-2025-06-27'
const FAST_BETA = 'fast-mode-2026-02-01'
const TASK_BUDGET_BETA = 'task-budgets-2026-03-13'
const MAX_ERROR_BYTES = 256 * 1024

interface Client {
  readonly options: AnthropicOptions
  readonly transport: Transport
  readonly body: BodyWriter
  readonly base: string
  /** By path, each parsed once. */
  readonly urls: Map<string, URL>
  readonly stallMs: number
  readonly now: () => number
}

/**
 * The Messages protocol over streaming HTTP, one attempt per call. Own client on node:http(s): the vendor's library
 * and fetch cost 30–50 ms before the first request.
 */
export const createAnthropicModel = (options: AnthropicOptions): Model => {
  const client: Client = {
    options,
    transport: options.transport ?? createTransport(),
    body: createBodyWriter(options.extraBody),
    base: options.baseUrl.replace(/\/+$/, ''),
    urls: new Map(),
    stallMs: options.stallMs ?? 90_000,
    now: options.now ?? (() => performance.now()),
  }
  return {
    stream: (request, signal) => streamReply(client, request, signal),
    countTokens: (request, signal) => countTokens(client, request, signal),
  }
}

async function* streamReply(
  client: Client,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelDelta, ModelReply> {
  const began = client.now()
  const body = client.body.write(request)
  const incoming = await open(client, { path: '/v1/messages', request, body, signal })
  await refuseOtherTypes(client, incoming, signal)
  const requestId = requestIdIn(incoming.headers)
  const reader = createReplyReader(incoming.headers)
  const source = FRAMINGS[client.options.framing ?? 'sse'](incoming, { stallMs: client.stallMs, signal })
  try {
    while (!reader.ended) {
      const event = source.take() ?? (await source.next())
      if (!event) throw broken('ended before the reply was whole')
      for (const delta of reader.take(parseStreamEvent(event.data)))
        if (!request.quiet || isHeard(delta)) yield delta
    }
    source.finish()
    return reader.reply({ requestId, durationMs: client.now() - began })
  } finally {
    source.close()
  }
}

/** Each delta on its way to nobody costs several promises. */
const isHeard = (delta: ModelDelta): boolean =>
  delta.type !== 'event' ||
  (delta.event.type === 'content_block_delta' &&
    typeof (delta.event['delta'] as { readonly text?: unknown } | undefined)?.text === 'string')

const countTokens = async (client: Client, request: ModelRequest, signal: AbortSignal): Promise<number> => {
  const body = client.body.writeCount(request)
  const incoming = await open(client, { path: '/v1/messages/count_tokens', request, body, signal })
  const text = await readText(incoming, { stallMs: client.stallMs, signal, maxBytes: MAX_ERROR_BYTES })
  const count = parseCount(text)
  if (count === undefined)
    throw new ModelError(
      'unknown',
      `The token count of ${client.base} could not be read: ${text.slice(0, 200)}`,
    )
  return count
}

const parseCount = (text: string): number | undefined => {
  try {
    const count = (JSON.parse(text) as { input_tokens?: unknown } | null)?.input_tokens
    return typeof count === 'number' ? count : undefined
  } catch {
    // The caller reports the text itself.
    return undefined
  }
}

interface Sending {
  readonly path: string
  readonly request: ModelRequest
  readonly body: readonly Uint8Array[]
  readonly signal: AbortSignal
}

/** Sends, and returns a successful answer or throws the classified failure. */
const open = async (client: Client, { path, request, body, signal }: Sending): Promise<IncomingMessage> => {
  const url = client.urls.get(path) ?? parseUrl(`${client.base}${path}`)
  client.urls.set(path, url)
  const began = client.now()
  const incoming = await client.transport.post({
    url,
    headers: await signedHeaders(client.options, request, { url, body }),
    body,
    signal,
    timeoutMs: client.options.requestTimeoutMs ?? 600_000,
    onSent: request.onSent,
  })
  const status = incoming.statusCode ?? 0
  client.options.log?.(
    `api POST ${url.origin}${url.pathname} ${status} in ${Math.round(client.now() - began)} ms, ${requestIdIn(incoming.headers) ?? 'no request id'} (${request.source})`,
  )
  if (status === 200) return incoming
  const text = await readText(incoming, { stallMs: client.stallMs, signal, maxBytes: MAX_ERROR_BYTES })
  throw withKeySource(classifyError(status, text, incoming.headers), client.options.keySource)
}

const parseUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new ModelError('invalid_request', `The base URL isn't an http or https URL: ${text}.`)
}

const headersFor = (options: AnthropicOptions, request: ModelRequest): Record<string, string> => {
  const own = [
    ...(request.effort ? [EFFORT_BETA] : []),
    ...(request.clearResults ? [CONTEXT_BETA] : []),
    ...(request.speed ? [FAST_BETA] : []),
    ...(request.taskBudget ? [TASK_BUDGET_BETA] : []),
  ]
  const betas = [...new Set([...(options.betas ?? []), ...(request.betas ?? []), ...own])]
  const headers: Record<string, string> = {
    accept: 'text/event-stream, application/json',
    'content-type': 'application/json',
    'user-agent': options.userAgent,
    'anthropic-version': VERSION,
  }
  if (betas.length > 0) headers['anthropic-beta'] = betas.join(',')
  return { ...headers, ...ownHeaders(options) }
}

const ownHeaders = ({ headers = {} }: AnthropicOptions): Record<string, string> => {
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) own[name.toLowerCase()] = value
  delete own['content-length']
  return own
}

/** The person's own headers count even where a credential would set the same. */
const signedHeaders = async (
  options: AnthropicOptions,
  request: ModelRequest,
  sent: Pick<UnsignedRequest, 'url' | 'body'>,
): Promise<Record<string, string>> => {
  const headers = headersFor(options, request)
  if (!options.authorize) return headers
  const signed = await options.authorize({ method: 'POST', headers, ...sent })
  return { ...headers, ...signed, ...ownHeaders(options) }
}

/** A captive portal or a wrong address also answers 200. */
const refuseOtherTypes = async (
  client: Client,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<void> => {
  const type = incoming.headers['content-type'] ?? ''
  if (type === '' || type.includes('event-stream')) return
  const text = await readText(incoming, { stallMs: client.stallMs, signal, maxBytes: MAX_ERROR_BYTES })
  if (text.includes('"error"')) throw classifyError(undefined, text, incoming.headers)
  throw new ModelError(
    'unknown',
    `${client.base} answered with ${type} instead of a stream of events. Check the base URL and the proxy.`,
    { status: 200 },
  )
}
