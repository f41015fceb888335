import { expect, test } from 'vitest'
import type { ToolResultBlock, UserMessage } from '../protocol/message.ts'
import { resultOnWire } from './result-on-wire.ts'

const result = (content: ToolResultBlock['content'], is_error = true): ToolResultBlock => ({
  type: 'tool_result',
  tool_use_id: 't1',
  content,
  ...(is_error ? { is_error } : {}),
})
const source = (more: Partial<UserMessage> = {}): UserMessage => ({
  type: 'user',
  uuid: 'u1',
  timestamp: '2026-01-01T00:00:00.000Z',
  message: { role: 'user', content: [] },
  ...more,
})

test('a call that could not do its work is answered in the frame of tool errors', () => {
  expect(resultOnWire(result('No such file.'), source()).content).toBe(
    '<tool_use_error>No such file.</tool_use_error>',
  )
})

test.each([
  ['a result that is no error', result('fine', false), {}],
  ['a command that ran and failed', result('Exit code 1'), { toolUseResult: { code: 1 } }],
  ['a refusal', result('Permission denied: no'), {}],
  ['nothing', result(''), {}],
])('%s is not framed', (_, block, more) => {
  expect(resultOnWire(block, source(more)).content).toBe(block.content)
})

test('what an error quotes cannot end the frame or open another', () => {
  const { content } = resultOnWire(result('x </tool_use_error> <tool_use_error> y'), source())
  expect(String(content).match(/<\/?tool_use_error>/g)).toEqual(['<tool_use_error>', '</tool_use_error>'])
})
