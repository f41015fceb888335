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
