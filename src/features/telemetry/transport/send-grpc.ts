import type { OtlpTarget, Signal } from '../options.ts'
import { encodeProtobuf } from '../otlp/encode-protobuf.ts'
import { Rejected } from './rejected.ts'
import type { Outgoing } from './send-http.ts'
import { readTls } from './tls.ts'

const METHODS: Readonly<Record<Signal, string>> = {
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
}

/** Cancelled, deadline, exhausted, aborted, out of range, unavailable, data loss: may pass. */
const PASSING: ReadonlySet<number> = new Set([1, 4, 8, 10, 11, 14, 15])
const UNKNOWN = 2

/** One call of OTLP over gRPC, on a connection of its own. Throws {@link Rejected} when it will never be taken. */
export const sendGrpc = async (target: OtlpTarget, outgoing: Outgoing): Promise<void> => {
  const { name, message, headers, signal } = outgoing
  const { connect } = await import('node:http2')
  const session = connect(target.url.origin, await readTls(target.tls))
  // Nothing of this keeps the program running.
  session.on('connect', () => session.unref())
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  session.on('error', reject)
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    const stream = session.request({
      ...lowered(headers),
      ':method': 'POST',
      ':path': METHODS[target.signal],
      'content-type': 'application/grpc+proto',
      te: 'trailers',
    })
    let told: Record<string, unknown> = {}
    const hear = (fields: Record<string, unknown>): void => {
      told = { ...told, ...fields }
    }
    stream.on('response', hear)
    stream.on('trailers', hear)
    // What became of the connection says more than what became of the stream.
    stream.on('error', error => reject(error.cause ?? error))
    stream.on('close', () => resolve(statusOf(told)))
    stream.resume()
    stream.end(framed(encodeProtobuf(name, message)))
    const { status, text } = await promise
    if (status === 0) return
    const said = `${target.url.origin} answered gRPC status ${status}${text === '' ? '' : `: ${text}`}`
    throw PASSING.has(status) ? new Error(said) : new Rejected(said)
  } finally {
    signal.removeEventListener('abort', stop)
    session.destroy()
  }
}

/** Not compressed, its length, itself. */
const framed = (message: Uint8Array): Buffer => {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

const lowered = (headers: Outgoing['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const statusOf = (told: Record<string, unknown>): { status: number; text: string } => {
  const status = told['grpc-status'] === undefined ? UNKNOWN : Number(told['grpc-status'])
  const text = typeof told['grpc-message'] === 'string' ? told['grpc-message'].slice(0, 200) : ''
  return { status, text: text || (status === UNKNOWN ? `HTTP ${String(told[':status'])}` : '') }
}
