import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../protocol/usage.ts'
import { classifyError } from '../classify-error.ts'
import { createReplyReader } from '../protocols/reply-reader.ts'
import { planReply } from './plan.ts'
import type { Fault, ScriptedReply } from './scenario.ts'

const FACTS = { messageId: 'm', toolIdPrefix: 'toolu_t', model: 'x', usage: NO_USAGE, chunkMs: 0 }
const stepsOf = (reply: ScriptedReply) => {
  const plan = planReply(reply, FACTS)
  return plan.kind === 'stream' ? plan.steps : []
}
const replyOf = (reply: ScriptedReply) => {
  const reader = createReplyReader(classifyError)
  for (const step of stepsOf(reply)) if ('event' in step) reader.take(step.event)
  return reader.reply({ requestId: undefined, durationMs: 0 })
}
const stopsOf = (reply: ScriptedReply) =>
  stepsOf(reply).flatMap(step =>
    'event' in step && step.event.type === 'content_block_stop' ? [step.atMs] : [],
  )

test('the short form is thinking, text, tools, with what is missing made up', () => {
  expect(
    replyOf({
      text: 'b',
      thinking: 'a',
      tool: { name: 'C' },
      tools: [{ name: 'D', input: { x: 1 }, id: 'd' }],
    }),
  ).toMatchObject({
    content: [
      { type: 'thinking', thinking: 'a', signature: 'sig_m_0' },
      { type: 'text', text: 'b' },
      { type: 'tool_use', id: 'toolu_t_2', name: 'C', input: {} },
      { type: 'tool_use', id: 'd', name: 'D', input: { x: 1 } },
    ],
    stopReason: 'tool_use',
  })
})

test('blocks complete at the times given', () => {
  const tools = [{ name: 'A' }, { name: 'B' }, { name: 'C' }]
  expect(stopsOf({ tools, at: [1000, 2000, 3000] })).toEqual([1000, 2000, 3000])
  expect(stopsOf({ tools, blockDelaysMs: [10, 20, 30] })).toEqual([10, 30, 60])
  expect(stopsOf({ text: 'x'.repeat(48), chunkMs: 7 })).toEqual([14])
})

test('times never go backwards', () => {
  const anyReply = fc.record({
    text: fc.string({ maxLength: 200 }),
    tools: fc.array(fc.record({ name: fc.constant('T'), input: fc.object({ maxDepth: 1 }) }), {
      maxLength: 3,
    }),
    chunkMs: fc.nat({ max: 50 }),
    blockDelaysMs: fc.array(fc.nat({ max: 100 }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(anyReply, reply => {
      const times = stepsOf(reply).map(step => step.atMs)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }),
  )
})

test('any text and any input come through the pieces unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), fc.object(), (text, object) => {
      const input = JSON.parse(JSON.stringify(object))
      expect(replyOf({ text, tool: { name: 'T', input } }).content).toEqual([
        { type: 'text', text },
        { type: 'tool_use', id: 'toolu_t_1', name: 'T', input },
      ])
    }),
  )
})

test.each<[Fault, number, string]>([
  [{ kind: 'status', status: 529 }, 529, 'overloaded_error'],
  [{ kind: 'status', status: 500 }, 500, 'api_error'],
  [{ kind: 'status', status: 400, type: 'odd_error' }, 400, 'odd_error'],
  [{ kind: 'prompt_too_long' }, 400, 'invalid_request_error'],
  [{ kind: 'media_too_large' }, 400, 'invalid_request_error'],
])('%j refuses with %s %s', (fault, status, type) => {
  const plan = planReply({ fault }, FACTS)
  expect(plan).toMatchObject({ kind: 'refuse', status })
  expect(plan.kind === 'refuse' && JSON.parse(plan.body)).toMatchObject({ type: 'error', error: { type } })
})

test('a refusal carries its headers', () => {
  const fault: Fault = { kind: 'status', status: 429, retryAfter: 3, headers: { 'X-Should-Retry': 'true' } }
  expect(planReply({ fault }, FACTS)).toMatchObject({
    headers: { 'retry-after': '3', 'x-should-retry': 'true' },
  })
})

test.each([
  [{ kind: 'reset' } as const, 2],
  [{ kind: 'truncated', afterEvents: 4 } as const, 4],
  [{ kind: 'stall', afterBlocks: 0 } as const, 1],
  [{ kind: 'stall', afterBlocks: 1 } as const, 4],
  [{ kind: 'stall', afterBlocks: 9 } as const, 8],
])('%j keeps %s events', (fault, count) => {
  const reply: ScriptedReply = { text: 'one', tool: { name: 'T' }, fault }
  expect(stepsOf({ text: 'one', tool: { name: 'T' } })).toHaveLength(9)
  expect(planReply(reply, FACTS)).toMatchObject({ kind: 'stream', ending: fault.kind })
  expect(stepsOf(reply)).toHaveLength(count)
})
