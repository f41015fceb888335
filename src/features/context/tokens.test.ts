import { expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../test/support/messages.ts'
import type { AssistantMessage } from '../../protocol/message.ts'
import { estimateTokens } from './tokens.ts'
import { windowLimits } from './window.ts'

const reported = (message: AssistantMessage, input: number): AssistantMessage => ({
  ...message,
  message: { ...message.message, usage: { ...message.message.usage, input_tokens: input, output_tokens: 1 } },
})

test('before the first reply everything is estimated, with the overhead and a margin', () => {
  expect(estimateTokens([user('1', 'x'.repeat(3_000))], 500)).toBe(500 + 1_000)
})

test('after a reply its report counts, plus what it said and what came since', () => {
  const reply = reported(assistant('2', [text('y'.repeat(300))]), 10_000)
  expect(
    estimateTokens([user('1', 'x'.repeat(90_000)), reply, user('3', [result('t', 'z'.repeat(600))])], 500),
  ).toBe(10_001 + 300)
})

test('all records of the last reply are counted', () => {
  const records = [text('a'.repeat(300)), call('t1')].map((block, index) =>
    reported(assistant(`r${index}`, [block], { id: 'x' }), 1_000),
  )
  expect(estimateTokens(records, 0)).toBe(1_001 + Math.ceil((300 / 4 + 1) * (4 / 3)))
})

test('limits follow the window', () => {
  expect(windowLimits(200_000, 64_000)).toEqual({ compactAt: 167_000, blockAt: 177_000 })
  expect(windowLimits(10_000, 4_000)).toEqual({ compactAt: 8_350, blockAt: 8_850 })
})
