import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import type { ApiMessage } from '../../../protocol/model.ts'
import { createBodyWriter } from '../protocols/request-body.ts'
import { countInput, createPromptCache } from './prompt-cache.ts'

const writer = createBodyWriter()
const bodyOf = (fields: Parameters<typeof modelRequest>[0]) =>
  JSON.parse(Buffer.concat(writer.write(modelRequest(fields))).toString())
const say = (role: 'user' | 'assistant', text: string): ApiMessage => ({
  role,
  content: [{ type: 'text', text }],
})

test('a conversation that grows reads what it wrote and writes what is new', () => {
  const cache = createPromptCache()
  const messages = [say('user', 'one '.repeat(100))]
  const first = cache(bodyOf({ messages }))
  const longer = [...messages, say('assistant', 'two '.repeat(50)), say('user', 'three '.repeat(50))]
  const second = cache(bodyOf({ messages: longer }))
  expect(first).toEqual({
    input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: countInput(bodyOf({ messages })),
  })
  expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens)
  expect(second.cache_creation_input_tokens).toBeGreaterThan(0)
})

test('a changed system prompt reads nothing', () => {
  const cache = createPromptCache()
  cache(bodyOf({ system: [{ text: 'a' }], tools: [] }))
  expect(cache(bodyOf({ system: [{ text: 'b' }], tools: [] })).cache_read_input_tokens).toBe(0)
})

test('without marks nothing is read or written', () => {
  const cache = createPromptCache()
  cache(bodyOf({}))
  const plain = bodyOf({ cache: false })
  expect(cache(plain)).toEqual({
    input_tokens: countInput(plain),
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  })
})

test('a prefix grows old, and reading it keeps it for as long again', () => {
  let time = 0
  const cache = createPromptCache({ now: () => time })
  const whole = cache(bodyOf({})).cache_creation_input_tokens
  const readAt = (minutes: number) => {
    time = minutes * 60_000
    return cache(bodyOf({})).cache_read_input_tokens
  }
  expect([readAt(4), readAt(8), readAt(14), readAt(15)]).toEqual([whole, whole, 0, whole])
})

test('a mark for an hour keeps it for an hour, and the two lifetimes are told apart', () => {
  let time = 0
  const cache = createPromptCache({ now: () => time })
  const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } }
  const body = {
    model: 'm',
    system: [{ type: 'text', text: 'system '.repeat(20), ...mark }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }] },
    ],
  }
  const first = cache(body)
  expect(first.cache_creation).toEqual({
    ephemeral_1h_input_tokens: expect.any(Number),
    ephemeral_5m_input_tokens:
      first.cache_creation_input_tokens - (first.cache_creation?.ephemeral_1h_input_tokens ?? 0),
  })
  time = 50 * 60_000
  expect(cache(body).cache_read_input_tokens).toBe(first.cache_creation?.ephemeral_1h_input_tokens)
})

test('a prefix that is too short is not kept', () => {
  const cache = createPromptCache({ minTokens: 10_000 })
  const body = bodyOf({})
  cache(body)
  expect(cache(body)).toEqual({
    input_tokens: countInput(body),
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  })
})

test('another way of thinking begins the messages anew, not what stands before them', () => {
  const cache = createPromptCache()
  const fields = { system: [{ text: 'system '.repeat(50) }], tools: [] }
  const first = cache(bodyOf(fields))
  const second = cache(bodyOf({ ...fields, thinking: { type: 'enabled', budget_tokens: 2_000 } }))
  expect(second.cache_read_input_tokens).toBeGreaterThan(0)
  expect(second.cache_read_input_tokens).toBeLessThan(first.cache_creation_input_tokens)
})

test('a prefix more than twenty blocks before the mark is not found', () => {
  const mark = { cache_control: { type: 'ephemeral' } }
  const texts = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ type: 'text', text: `block ${at}` }))
  const ask = (count: number) => ({
    model: 'm',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      {
        role: 'user',
        content: texts(count).map((text, at) => (at === count - 1 ? { ...text, ...mark } : text)),
      },
    ],
  })
  const readAfter = (more: number): number => {
    const cache = createPromptCache()
    cache(ask(1))
    return cache(ask(1 + more)).cache_read_input_tokens
  }
  expect(readAfter(20)).toBeGreaterThan(0)
  expect(readAfter(21)).toBe(0)
})

test('the three counters always add up to the input', () => {
  const anyTexts = fc.array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(anyTexts, { minLength: 1, maxLength: 5 }), conversations => {
      const cache = createPromptCache()
      for (const texts of conversations) {
        const body = bodyOf({ messages: texts.map((text, at) => say(at % 2 ? 'assistant' : 'user', text)) })
        const usage = cache(body)
        const sum = usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens
        expect(sum).toBe(countInput(body))
        expect(usage.input_tokens).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
