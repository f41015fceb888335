import { expect, test } from 'vitest'
import { ThinkingTokens } from './thinking-tokens.ts'

const identity = () => ({ uuid: 'u', session_id: 's' })
/** All and new tokens of the line after a piece; nothing when there is none. */
const tell = (tokens: ThinkingTokens, event: { readonly type: string }) =>
  tokens
    .linesOf({ event }, identity)
    .map(line => [line.estimated_tokens, line.estimated_tokens_delta] as const)[0]

const START = { type: 'message_start' }
const STOP = { type: 'content_block_stop', index: 0 }
const thought = (delta: object) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'thinking_delta', ...delta },
})
const words = (count: number) => thought({ thinking: 'word '.repeat(count) })

test('thoughts are counted as they come, in steps worth a line, and the rest when one is over', () => {
  const tokens = new ThinkingTokens()
  const told = [START, words(10), words(100), words(3), STOP, words(1), STOP].map(event =>
    tell(tokens, event),
  )
  expect(told.map(each => each !== undefined)).toEqual([false, false, true, false, true, false, true])
  const lines = told.filter(each => each !== undefined)
  expect(lines.at(-1)?.[0]).toBe(lines.reduce((sum, [, more]) => sum + more, 0))
  expect(lines.at(-1)?.[0]).toBeGreaterThan(100)
})

test('what the provider counts goes before the words, and every reply begins anew', () => {
  const tokens = new ThinkingTokens()
  expect(tell(tokens, thought({ thinking: '', estimated_tokens: 70 }))).toEqual([70, 70])
  expect(tell(tokens, thought({ thinking: '', estimated_tokens: 80 }))).toEqual([150, 80])
  expect(tell(tokens, START)).toBeUndefined()
  expect(tell(tokens, thought({ thinking: '', estimated_tokens: 60 }))).toEqual([60, 60])
})

test('of text and calls nothing is told', () => {
  const tokens = new ThinkingTokens()
  const text = {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: 'word '.repeat(200) },
  }
  expect([START, text, STOP].map(event => tell(tokens, event))).toEqual([undefined, undefined, undefined])
})
