import { EventStreamCodec } from '@smithy/eventstream-codec'
import { asRecord } from '../../json-shape.ts'
import type { ServerEvent, SseParser } from '../sse.ts'

/** More than a reply's largest piece ever is: what claims to be longer is no frame. */
const MOST_BYTES = 16 * 1024 * 1024

/** The binary frames of the cloud's event streams, as the events they carry. Any cut of the bytes gives the same. */
export const createAwsParser = (): SseParser => {
  const codec = new EventStreamCodec(
    bytes => Buffer.from(bytes as Uint8Array).toString('utf8'),
    text => Buffer.from(text),
  )
  let pending = Buffer.alloc(0)
  return {
    push(chunk) {
      pending = Buffer.concat([pending, chunk])
      const events: ServerEvent[] = []
      while (pending.length >= 4) {
        const length = pending.readUInt32BE(0)
        if (length > MOST_BYTES || length < 16) throw new Error('a frame has an impossible length')
        if (pending.length < length) break
        const { headers, body } = codec.decode(pending.subarray(0, length))
        pending = pending.subarray(length)
        events.push(eventOf(headers, Buffer.from(body).toString('utf8')))
      }
      return events
    },
  }
}

type Headers = Readonly<Record<string, { readonly value: unknown }>>

const eventOf = (headers: Headers, body: string): ServerEvent => {
  const text = (name: string): string => String(headers[name]?.value ?? '')
  const event = text(':event-type')
  if (text(':message-type') === 'event') {
    const { bytes } = asRecord(JSON.parse(body))
    return { event, data: typeof bytes === 'string' ? Buffer.from(bytes, 'base64').toString('utf8') : body }
  }
  const kind = text(':exception-type') || text(':error-code')
  const message = messageIn(body) || text(':error-message') || kind
  return { event: 'error', data: JSON.stringify({ type: 'error', error: { type: typeOf(kind), message } }) }
}

const messageIn = (body: string): string => {
  try {
    const { message } = asRecord(JSON.parse(body))
    return typeof message === 'string' ? message : ''
  } catch {
    // Whatever else it is, it is for nobody's eyes.
    return ''
  }
}

const TYPES: Readonly<Record<string, string>> = {
  throttlingException: 'rate_limit_error',
  serviceUnavailableException: 'overloaded_error',
  modelTimeoutException: 'timeout_error',
  validationException: 'invalid_request_error',
  accessDeniedException: 'permission_error',
}

const typeOf = (kind: string): string => TYPES[kind] ?? 'api_error'
