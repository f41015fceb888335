import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, createSecureServer, type ServerHttp2Stream } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { LOOPBACK_CERTIFICATE } from './loopback-certificate.ts'
import { testPackage } from './needs-program.ts'

/** One export as the collector got it, in the JSON form of OTLP. */
export interface Export {
  readonly signal: 'metrics' | 'logs' | 'traces'
  readonly message: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly type: string
}

export interface Collector extends AsyncDisposable {
  readonly url: string
  readonly exports: Export[]
  /** What did not fit the schema. */
  readonly faults: string[]
  /** Answers with this status from now on. */
  status: number
}

interface OfficialType {
  decode(bytes: Uint8Array): unknown
  verify(message: Record<string, unknown>): string | null
  fromObject(message: Record<string, unknown>): unknown
  encode(message: unknown): { finish(): Uint8Array }
  toObject(message: unknown, options: object): Record<string, unknown>
}

const GENERATED = '@opentelemetry/otlp-transformer/build/src/generated/root.js'

/** The decoder that the OpenTelemetry project generates from its .proto files; undefined where it is not installed. */
const loadOfficial = (): ((signal: Export['signal']) => OfficialType) | undefined => {
  const file = testPackage(GENERATED)
  if (file === undefined) return undefined
  const { collector } = (
    createRequire(import.meta.url)(file) as {
      opentelemetry: { proto: { collector: Record<string, { v1: Record<string, OfficialType> }> } }
    }
  ).opentelemetry.proto
  const names = {
    metrics: ['metrics', 'Metrics'],
    logs: ['logs', 'Logs'],
    traces: ['trace', 'Trace'],
  } as const
  return signal => {
    const [part, name] = names[signal]
    const found = collector[part]?.v1[`Export${name}ServiceRequest`]
    if (!found) throw new Error(`no message of OTLP for ${signal}`)
    return found
  }
}

export const hasOtlpDecoder = (): boolean => testPackage(GENERATED) !== undefined

/** Decodes as a collector does and gives it in JSON; throws for what does not fit the schema. */
export const decodeOtlp = (signal: Export['signal'], bytes: Uint8Array): Record<string, unknown> => {
  const official = loadOfficial()
  if (!official) throw new Error('the decoder of OTLP is not installed')
  const type = official(signal)
  const message = type.decode(bytes)
  // Whoever wrote fields the schema does not have would not get the same bytes back.
  if (Buffer.compare(type.encode(message).finish(), bytes) !== 0)
    throw new Error(`${signal}: what was decoded is not what was sent`)
  return withHexIds(type.toObject(message, { longs: String, bytes: Buffer })) as Record<string, unknown>
}

/** Whether the JSON form fits the schema: 64-bit numbers as text, ids as hex, no unknown names. */
const checkJson = (signal: Export['signal'], message: Record<string, unknown>): string | undefined => {
  const type = loadOfficial()?.(signal)
  if (!type) return undefined
  const back = withHexIds(
    type.toObject(type.fromObject(fromHexIds(message) as Record<string, unknown>), {
      longs: String,
      bytes: Buffer,
      arrays: false,
    }),
  )
  const [given, kept] = [message, back].map(value => JSON.stringify(sorted(dropEmpty(value))))
  return given === kept ? undefined : `${signal} as JSON: ${given} is read as ${kept}`
}

const IDS: ReadonlySet<string> = new Set(['traceId', 'spanId', 'parentSpanId'])

const walk = (value: unknown, change: (key: string, item: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map(item => walk(item, change))
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, IDS.has(key) ? change(key, item) : walk(item, change)]),
  )
}

const withHexIds = (value: unknown): unknown =>
  walk(value, (_, item) => Buffer.from(item as Uint8Array).toString('hex'))
const fromHexIds = (value: unknown): unknown => walk(value, (_, item) => Buffer.from(String(item), 'hex'))

const dropEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(dropEmpty)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => !Array.isArray(item) || item.length > 0)
      .map(([key, item]) => [key, dropEmpty(item)]),
  )
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}

const signalOf = (path: string): Export['signal'] => {
  if (/\/v1\/metrics$|MetricsService\/Export$/.test(path)) return 'metrics'
  if (/\/v1\/logs$|LogsService\/Export$/.test(path)) return 'logs'
  if (/\/v1\/traces$|TraceService\/Export$/.test(path)) return 'traces'
  throw new Error(`no path of OTLP: ${path}`)
}

/** Whoever comes must show the certificate that the server itself has. */
const MUTUAL = {
  ...LOOPBACK_CERTIFICATE,
  ca: LOOPBACK_CERTIFICATE.cert,
  requestCert: true,
  rejectUnauthorized: true,
}

const listenerFor = (
  protocol: 'http' | 'grpc',
  way: 'plain' | 'mutual TLS',
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
) => {
  if (protocol === 'grpc') return way === 'plain' ? createHttp2Server() : createSecureServer(MUTUAL)
  return way === 'plain' ? createServer(answer) : createHttpsServer(MUTUAL, answer)
}

/** A collector on this machine that takes OTLP and checks it against the official schema. */
export const openCollector = async (
  protocol: 'http' | 'grpc' = 'http',
  way: 'plain' | 'mutual TLS' = 'plain',
): Promise<Collector> => {
  const exports: Export[] = []
  const faults: string[] = []
  const state = { status: protocol === 'http' ? 200 : 0 }
  const take = (path: string, headers: Export['headers'], bytes: Buffer): void => {
    const type = String(headers['content-type'])
    try {
      const signal = signalOf(path)
      const isJson = type === 'application/json'
      const message = isJson
        ? (JSON.parse(bytes.toString()) as Record<string, unknown>)
        : decodeOtlp(signal, bytes)
      const fault = isJson ? checkJson(signal, message) : undefined
      if (fault !== undefined) faults.push(fault)
      exports.push({ signal, message, headers, type })
    } catch (error) {
      faults.push(String(error))
    }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await buffer(request)
    if (state.status === 200) take(request.url ?? '', request.headers, bytes)
    response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}')
  }
  const server = listenerFor(protocol, way, answer)
  if (protocol === 'grpc')
    server.on('stream', async (stream: ServerHttp2Stream, headers: Export['headers']) => {
      const frame = await buffer(stream)
      if (frame[0] !== 0 || frame.readUInt32BE(1) !== frame.length - 5) faults.push('no frame of gRPC')
      if (state.status === 0) take(String(headers[':path']), headers, frame.subarray(5))
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(state.status) }))
      stream.end(Buffer.alloc(5))
    })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${way === 'plain' ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    faults,
    get status() {
      return state.status
    },
    set status(value) {
      state.status = value
    },
    async [Symbol.asyncDispose]() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}

interface Item {
  readonly name?: string
  readonly body?: { readonly stringValue?: string }
  readonly attributes?: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}

/** The records of a signal over all exports, flat. */
export const recordsOf = (
  collector: Pick<Collector, 'exports'>,
  signal: Export['signal'],
): readonly Record<string, unknown>[] => {
  const [resources, scopes, items] = {
    metrics: ['resourceMetrics', 'scopeMetrics', 'metrics'],
    logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
    traces: ['resourceSpans', 'scopeSpans', 'spans'],
  }[signal] as [string, string, string]
  type Nest = Record<string, Record<string, unknown>[]>
  return collector.exports
    .filter(each => each.signal === signal)
    .flatMap(({ message }) => ((message as Nest)[resources] ?? []) as Nest[])
    .flatMap(resource => (resource[scopes] ?? []) as Nest[])
    .flatMap(scope => scope[items] ?? [])
}

/** Attributes as a plain object, whole numbers as numbers. */
export const attributesOf = ({ attributes = [] }: Item): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [kind, item] = Object.entries(value)[0] ?? ['', undefined]
      if (kind === 'arrayValue')
        return [
          key,
          (item as { values: Record<string, unknown>[] }).values.map(each => Object.values(each)[0]),
        ]
      return [key, kind === 'intValue' ? Number(item) : item]
    }),
  )
