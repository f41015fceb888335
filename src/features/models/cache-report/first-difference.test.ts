import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import type { ApiMessage } from '../../../protocol/model.ts'
import { createBodyWriter } from '../protocols/request-body.ts'
import { firstDifference } from './cache-watch.ts'

const say = (role: 'user' | 'assistant', text: string): ApiMessage => ({
  role,
  content: [{ type: 'text', text }],
})
const talk = (texts: readonly string[]): readonly ApiMessage[] =>
  texts.map((text, at) => say(at % 2 === 0 ? 'user' : 'assistant', text))

test('a conversation that only grows never parts, whatever is marked and however long the answer may be', () => {
  const texts = fc.array(fc.string(), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(texts, texts, (said, more) => {
      const before = modelRequest({ messages: talk(said), maxTokens: 1_000 })
      const now = modelRequest({ messages: talk([...said, ...more]), maxTokens: 64_000 })
      expect(firstDifference(before, now)).toBeUndefined()
    }),
  )
})

test('the place is that of the first changed byte', () => {
  const before = modelRequest({ messages: talk(['one', 'two']) })
  const now = modelRequest({ messages: talk(['one', 'twx']) })
  const body = Buffer.concat(createBodyWriter().write({ ...before, cache: false, maxTokens: 1 })).toString()
  expect(firstDifference(before, now)).toBe(body.lastIndexOf('two') + 2)
})

test('a conversation that became shorter parts at its end', () => {
  const before = modelRequest({ messages: talk(['one', 'two', 'three']) })
  expect(firstDifference(before, modelRequest({ messages: talk(['one']) }))).toEqual(expect.any(Number))
})
