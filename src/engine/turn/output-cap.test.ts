import { expect, test } from 'vitest'
import { assistant, user } from '../../../test/support/messages.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { namedRows } from '../../features/models/other-rows.ts'
import { reasoningFor } from '../../features/models/reasoning.ts'
import { CONTINUATION, type Message } from '../../protocol/message.ts'
import { outputCap } from './output-cap.ts'

const capOf = (
  model: string,
  more: { tokens?: number; reserves?: boolean; configured?: number; view?: readonly Message[] } = {},
) => {
  const { facts } = findModel(model, namedRows())
  const { thinking } = reasoningFor(facts, { thinking: undefined, effort: undefined })
  const { tokens = 10_000, reserves = false, configured, view = [] } = more
  return outputCap(view, { facts, thinking, configured, reserves, tokens })
}

test('a reply may be as long as the makers recommend, and twice that once one was cut', () => {
  expect(capOf('claude-sonnet-5-5')).toEqual({ normal: 32_000, escalated: 64_000 })
  expect(capOf('claude-sonnet-4-5')).toEqual({ normal: 32_000, escalated: 64_000 })
  expect(capOf('claude-opus-4-1')).toEqual({ normal: 32_000 })
  expect(capOf('openai/gpt-6-sol')).toEqual({ normal: 32_000, escalated: 64_000 })
  expect(capOf('mystery')).toEqual({ normal: 8_000, escalated: 64_000 })
})

test('a conversation in which a reply was cut begins with the larger cap from then on', () => {
  const cut = { ...user('c', 'Go on'), origin: { kind: CONTINUATION, cause: 'output_limit' } }
  expect(capOf('claude-sonnet-5-5', { view: [cut] })).toEqual({ normal: 64_000 })
  const broken = { ...user('c', 'Go on'), origin: { kind: CONTINUATION, cause: 'stream' } }
  expect(capOf('claude-sonnet-5-5', { view: [broken] }).normal).toBe(32_000)
})

test('where room is reserved it is little, and grows with the replies of the conversation', () => {
  expect(capOf('mystery', { reserves: true })).toEqual({ normal: 8_000, escalated: 64_000 })
  expect(capOf('groq/openai/gpt-oss-20b', { reserves: true }).normal).toBe(8_000)
  expect(capOf('claude-sonnet-4-5', { reserves: true })).toEqual({ normal: 14_096, escalated: 64_000 })
  const view = [assistant('m1', [{ type: 'text', text: 'x'.repeat(60_000) }])]
  expect(capOf('mystery', { reserves: true, view }).normal).toBeGreaterThan(30_000)
})

test('what is asked for fits into what is left of the window', () => {
  for (const tokens of [0, 100_000, 150_000, 170_500, 190_000, 199_999, 250_000]) {
    const { normal, escalated = 0 } = capOf('claude-sonnet-4-5', { tokens })
    const room = Math.max(4_000, 200_000 - tokens)
    expect(normal).toBeLessThanOrEqual(room)
    expect(escalated).toBeLessThanOrEqual(room)
    expect(normal).toBeGreaterThanOrEqual(4_000)
  }
})

test('what somebody configured is the cap, and is not raised', () => {
  expect(capOf('claude-sonnet-5-5', { configured: 1_000 })).toEqual({ normal: 1_000 })
})
