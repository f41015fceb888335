import { expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../test/support/messages.ts'
import type { AssistantMessage, SystemMessage } from '../../protocol/message.ts'
import { estimateTokens, mediumTokens, textTokens } from './tokens.ts'

const reported = (message: AssistantMessage, input: number): AssistantMessage => ({
  ...message,
  message: { ...message.message, usage: { ...message.message.usage, input_tokens: input, output_tokens: 1 } },
})
const system = (more: Partial<SystemMessage>): SystemMessage => ({
  type: 'system',
  uuid: 's',
  timestamp: '',
  subtype: 'history_edit',
  content: '',
  ...more,
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

test('what was taken out since the last report is subtracted', () => {
  const edit = system({ edit: { kind: 'snip', removed: ['0'], by: 'model', freed: 4_000 } })
  const reply = reported(assistant('2', [text('')]), 10_000)
  expect(estimateTokens([edit, reply], 0)).toBe(10_001)
  expect(estimateTokens([reply, edit], 0)).toBe(6_001)
})

test('a report from before a compaction says nothing about what came after it', () => {
  const mark = system({
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'auto', preTokens: 1, preserved: { anchor: 's', uuids: ['2'] } },
  })
  const kept = reported(assistant('2', [text('y'.repeat(300))]), 150_000)
  expect(estimateTokens([mark, kept], 500)).toBe(500 + 100)
})

test.each([
  ['a text document', { type: 'text', media_type: 'text/plain', data: 'x'.repeat(400) }, 100],
  [
    'a document of three pages',
    { type: 'base64', media_type: 'application/pdf', data: 'x'.repeat(200_000) },
    6_000,
  ],
  ['a document somewhere else', { type: 'url', url: 'https://example.org' }, 1_600],
] as const)('%s', (_name, source, tokens) => {
  expect(mediumTokens({ type: 'document', source })).toBe(tokens)
})

test('a text alone is estimated with the same margin', () => {
  expect(textTokens('x'.repeat(3_000))).toBe(1_000)
})

test('a Chinese conversation is not taken for a third of what it is', () => {
  const said = '请检查购物车的批量价，'.repeat(100)
  const estimated = estimateTokens([user('1', said)], 0)
  expect(estimated / said.length).toBeGreaterThan(0.6)
  expect(estimated / said.length).toBeLessThan(1.2)
})
