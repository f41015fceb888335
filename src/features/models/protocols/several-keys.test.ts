import { expect, test } from 'vitest'
import { modelRequest, never, readStream } from '../../../../test/support/model-contract.ts'
import { serveRefusing } from '../../../../test/support/refusing-server.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { createHttpModel } from './http-model.ts'
import { createChatWire } from './openai-chat/chat-wire.ts'

const STREAM = [
  { id: 'c1', model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: 'hi' } }] },
  { id: 'c1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
]
  .map(event => `data: ${JSON.stringify(event)}\n\n`)
  .join('')

test('a key at its limit is replaced within the request, and both changes are told once with its name', async () => {
  let limited = 0
  const server = await serveRefusing(
    () => (limited++ === 0 ? { status: 429, body: '{"error":{"message":"limit"}}' } : undefined),
    `${STREAM}data: [DONE]\n\n`,
  )
  await using _ = { [Symbol.asyncDispose]: server.close }
  const told: string[] = []
  const keys = ['one', 'two', 'one']
  const model = createHttpModel(createChatWire(), {
    baseUrl: server.url,
    userAgent: 'test',
    authorize: () => ({ authorization: keys.shift() ?? '' }),
    limited: async ({ authorization = '' }) => {
      told.push(`limited ${authorization}`)
      return { key: 'TWO', text: verbatim('using TWO') }
    },
    used: async ({ authorization = '' }) =>
      authorization === 'one' ? { key: 'ONE', text: verbatim('using ONE again') } : undefined,
  })
  const changes = async () => {
    const { deltas, reply } = await readStream(model.stream(modelRequest(), never()))
    expect(reply?.content).toEqual([{ type: 'text', text: 'hi' }])
    return deltas.flatMap(delta => (delta.type === 'adapted' ? [{ ...delta, text: delta.text.text }] : []))
  }
  expect(await changes()).toEqual([{ type: 'adapted', key: 'TWO', text: 'using TWO', limited: true }])
  expect(await changes()).toEqual([{ type: 'adapted', key: 'ONE', text: 'using ONE again' }])
  expect(told).toEqual(['limited one'])
})
