import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { modelRequest, never, readStream } from '../../../../test/support/model-contract.ts'
import type { ModelDelta } from '../../../protocol/model.ts'
import { createProviderModel } from '../providers/create-model.ts'
import type { Protocol } from '../providers/provider.ts'
import { withRetry } from '../retry.ts'

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'text', text: 'hi' },
    { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'x' } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 1, cache_creation_input_tokens: 0 },
}
const CHAT = {
  id: 'c1',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 4 },
}
const WHOLE: Readonly<Partial<Record<Protocol, object>>> = { anthropic: MESSAGE, 'openai-chat': CHAT }

const begin = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })
const whole = (response: ServerResponse, protocol: Protocol): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(WHOLE[protocol]))

/** A gateway in front of a model; whether each request asked for a stream. */
const serve = async (protocol: Protocol, answer: (streams: boolean, response: ServerResponse) => void) => {
  const asked: boolean[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', chunk => (text += String(chunk)))
    request.on('end', () => {
      const streams = (JSON.parse(text) as { stream?: unknown }).stream === true
      asked.push(streams)
      answer(streams, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = { name: 'x', title: 'X', protocol, auth: [], framing: 'sse', secretNames: [] } as const
  const model = withRetry(
    await createProviderModel({ ...provider, endpoint: { url } }, { baseUrl: undefined, userAgent: 'test' }),
    { sleep: async () => undefined, random: () => 0, maxRetries: 4 },
  )
  return {
    asked,
    ask: () => readStream(model.stream(modelRequest(), never())),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const said = (deltas: readonly ModelDelta[]): readonly string[] =>
  deltas.flatMap(delta => (delta.type === 'adapted' ? [delta.text.text] : []))

test('a whole message in the place of a stream is a reply like any', async () => {
  await using gateway = await serve('anthropic', (_, response) => whole(response, 'anthropic'))
  const { reply } = await gateway.ask()
  expect(reply).toMatchObject({
    content: MESSAGE.content,
    stopReason: 'tool_use',
    usage: { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 1 },
  })
  expect(gateway.asked).toEqual([true])
})

test.each(['anthropic', 'openai-chat'] as const)(
  '%s: a gateway that cuts every stream is asked for whole replies, which is said once and remembered',
  async protocol => {
    await using gateway = await serve(protocol, (streams, response) => {
      if (streams) begin(response).flushHeaders()
      if (streams) setImmediate(() => response.destroy())
      else whole(response, protocol)
    })
    const first = await gateway.ask()
    expect(JSON.stringify(first.reply?.content)).toContain('"hi"')
    expect(said(first.deltas)).toEqual([
      expect.stringMatching(/^127\.0\.0\.1:\d+ keeps cutting off streamed replies/),
    ])
    const second = await gateway.ask()
    expect(said(second.deltas)).toEqual([])
    expect(gateway.asked).toEqual([true, true, false, false])
  },
)

test('streams that were cut after the reply had begun, or that came through in between, do not count', async () => {
  const start = { type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } }
  const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
  await using gateway = await serve('anthropic', (_, response) => {
    begin(response)
    for (const event of [start, block])
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    setTimeout(() => response.destroy(), 5)
  })
  await gateway.ask().catch(() => undefined)
  expect(gateway.asked.every(Boolean)).toBe(true)
  expect(gateway.asked.length).toBeGreaterThan(2)
})
