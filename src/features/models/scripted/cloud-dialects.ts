import { EventStreamCodec } from '@smithy/eventstream-codec'
import { asRecord } from '../json-shape.ts'
import type { Step } from './block-steps.ts'
import type { Dialect } from './dialect.ts'
import type { WireBody } from './wire-body.ts'

/** The model is in the address, the version of the protocol in the body, and nowhere else. */
const versioned = (version: string, model: RegExp): Pick<Dialect, 'toMessages' | 'check'> => ({
  toMessages: ({ anthropic_version: _version, anthropic_beta: _beta, ...body }, path) => ({
    ...body,
    model: decodeURIComponent(model.exec(path)?.[1] ?? ''),
  }),
  check: body => [
    ...(body['anthropic_version'] === version ? [] : [`anthropic_version: must be ${version}`]),
    ...('model' in body ? ['model: Extra inputs are not permitted'] : []),
  ],
})

const codec = new EventStreamCodec(
  bytes => Buffer.from(bytes as Uint8Array).toString('utf8'),
  text => Buffer.from(text),
)
const header = (value: string) => ({ type: 'string', value }) as const

const frameOf = (step: Step): string | Uint8Array => {
  if ('raw' in step) return step.raw
  const { event } = step
  if (event.type === 'error') {
    const { type, message } = asRecord(event['error'])
    return codec.encode({
      headers: {
        ':message-type': header('exception'),
        ':exception-type': header(EXCEPTIONS[String(type)] ?? 'internalServerException'),
      },
      body: Buffer.from(JSON.stringify({ message })),
    })
  }
  const bytes = Buffer.from(JSON.stringify(event)).toString('base64')
  return codec.encode({
    headers: { ':message-type': header('event'), ':event-type': header('chunk') },
    body: Buffer.from(JSON.stringify({ bytes })),
  })
}

const EXCEPTIONS: Readonly<Record<string, string>> = {
  overloaded_error: 'serviceUnavailableException',
  rate_limit_error: 'throttlingException',
}

/** Messages as Amazon's cloud speaks them, in binary frames. */
export const bedrockDialect: Dialect = {
  ...versioned('bedrock-2023-05-31', /\/model\/([^/]+)\//),
  renderer: (_body: WireBody) => frameOf,
  streams: true,
  contentType: 'application/vnd.amazon.eventstream',
  whole: () => '{}',
}

/** Messages as Google's cloud speaks them. */
export const vertexDialect: Dialect = {
  ...versioned('vertex-2023-10-16', /\/models\/([^/:]+):/),
  renderer: () => step =>
    'raw' in step ? step.raw : `event: ${step.event.type}\ndata: ${JSON.stringify(step.event)}\n\n`,
  streams: true,
  whole: () => '{}',
}
