import { createServer, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { closeServers, listen } from '../../../../test/support/forward-proxy.ts'
import { modelRequest, never, readStream } from '../../../../test/support/model-contract.ts'
import type { Model, ModelDelta } from '../../../protocol/model.ts'
import { withRetry } from '../retry.ts'
import { createAnthropicWire } from './anthropic.ts'
import { createHttpModel, type HttpModelOptions } from './http-model.ts'

afterEach(closeServers)

const START = {
  type: 'message_start',
  message: { id: 'm', model: 'x', usage: { input_tokens: 1, output_tokens: 1 } },
}
const TEXT = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
  { type: 'content_block_stop', index: 0 },
]
const end = (stop_reason: string | null) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]
const write = (response: ServerResponse, ...events: readonly { readonly type: string }[]): void => {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}

const serve = async (
  answer: (response: ServerResponse) => void,
  options: Partial<HttpModelOptions> = {},
): Promise<{ readonly model: Model; readonly port: number }> => {
  const port = await listen(
    createServer((request, response) => request.resume().on('end', () => answer(response))),
  )
  const model = createHttpModel(createAnthropicWire(), {
    baseUrl: `http://127.0.0.1:${port}`,
    userAgent: 'test',
    quietMs: 5,
    ...options,
  })
  return { model, port }
}

/** What came before the stream failed, and how it did. */
const failing = async (
  model: Model,
): Promise<{ readonly deltas: readonly ModelDelta[]; readonly error: unknown }> => {
  const deltas: ModelDelta[] = []
  try {
    for await (const delta of model.stream(modelRequest(), never())) deltas.push(delta)
  } catch (error) {
    return { deltas, error }
  }
  throw new Error('it did not fail')
}
const waits = (deltas: readonly ModelDelta[]): readonly string[] =>
  deltas.flatMap(delta => (delta.type === 'waiting' ? [delta.text.text] : []))

test('a server that takes a request and says nothing is announced while it is waited for, and asked once more', async () => {
  const { model, port } = await serve(() => undefined, { requestTimeoutMs: 1000, announcedAfterMs: [1] })
  const { deltas, error } = await failing(model)
  expect(waits(deltas)).toEqual([`127.0.0.1:${port} has not answered for 0 s. Waiting up to 1 s.`])
  expect(error).toMatchObject({ kind: 'network', maxRetries: 1, host: `127.0.0.1:${port}` })
})

/** A clock by which ten seconds pass between two looks. */
const clock = (): (() => number) => {
  let at = 0
  return () => (at += 10_000)
}

test.each([
  ['pings', (response: ServerResponse) => write(response, { type: 'ping' })],
  ['comments', (response: ServerResponse) => response.write(': processing\n\n')],
])('a stream of nothing but %s is announced and given up', async (_, sign) => {
  const timers: NodeJS.Timeout[] = []
  const { model, port } = await serve(
    response => {
      write(response, START)
      timers.push(setInterval(sign, 2, response))
    },
    { requestTimeoutMs: 600_000, announcedAfterMs: [60_000, 180_000], now: clock() },
  )
  const { deltas, error } = await failing(model)
  for (const timer of timers) clearInterval(timer)
  expect(waits(deltas)).toEqual([
    `127.0.0.1:${port} has sent nothing but signs of life for 60 s. Waiting up to 10 min.`,
    `127.0.0.1:${port} has sent nothing but signs of life for 3 min. Waiting up to 10 min.`,
  ])
  expect(error).toMatchObject({
    kind: 'stream_broken',
    maxRetries: 1,
    message: 'The reply of the model broke off: the stream brought nothing but signs of life for 600 s.',
  })
})

test('signs of life before the answer cost nothing', async () => {
  const { model } = await serve(response => {
    write(response, START, { type: 'ping' })
    response.write(': still there\n\n')
    write(response, ...TEXT, ...end('end_turn'))
    response.end()
  })
  const { reply } = await readStream(model.stream(modelRequest(), never()))
  expect(reply?.content).toEqual([{ type: 'text', text: 'Hello' }])
})

test('a reply without content and without a reason to stop is none: it is asked for again', async () => {
  let asked = 0
  const { model } = await serve(response => {
    asked++
    write(response, START, ...(asked < 3 ? end(null) : [...TEXT, ...end('end_turn')]))
    response.end()
  })
  const patient = withRetry(model, { sleep: async () => undefined, random: () => 0 })
  const { reply, deltas } = await readStream(patient.stream(modelRequest(), never()))
  expect([asked, reply?.content]).toEqual([3, [{ type: 'text', text: 'Hello' }]])
  expect(deltas.flatMap(delta => (delta.type === 'retry' ? [delta.reason] : []))).toEqual([
    'The reply of the model broke off: the stream ended without an answer.',
    'The reply of the model broke off: the stream ended without an answer.',
  ])
})

test('a reply without content that says why it ended is one', async () => {
  const { model } = await serve(response => {
    write(response, START, ...end('end_turn'))
    response.end()
  })
  const { reply } = await readStream(model.stream(modelRequest(), never()))
  expect([reply?.content, reply?.stopReason]).toEqual([[], 'end_turn'])
})

test.each([
  [
    'a name nobody has',
    () => 'http://no-such-host.invalid',
    { kind: 'network', host: 'no-such-host.invalid' },
  ],
  [
    'TLS where there is none',
    (port: number) => `https://127.0.0.1:${port}`,
    {
      shouldRetry: false,
      message: expect.stringMatching(/^No TLS connection to https:\/\/127\.0\.0\.1:\d+ could be made/),
    },
  ],
])('%s is named, and not tried for minutes', async (_, baseUrl, expected) => {
  const { port } = await serve(response => response.end())
  const model = createHttpModel(createAnthropicWire(), { baseUrl: baseUrl(port), userAgent: 'test' })
  const { error } = await failing(model)
  expect(error).toMatchObject(expected)
})
