import { expect, test } from 'vitest'
import type { AssistantBlock, Message } from '../../protocol/message.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import { settledView } from './settled-view.ts'

const reply = (uuid: string, id: string, block: AssistantBlock): Message => ({
  type: 'assistant',
  uuid,
  timestamp: '',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [block],
    stop_reason: null,
    stop_sequence: null,
    usage: NO_USAGE,
  },
})
const call = (id: string): AssistantBlock => ({ type: 'tool_use', id, name: 'Read', input: {} })
const result = (id: string): Message => ({
  type: 'user',
  uuid: `r${id}`,
  timestamp: '',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: '' }] },
})

test('a reply with a call that has no result yet is left out, with all that follows', () => {
  const done = [reply('a', 'm1', call('1')), result('1')]
  const open = [
    reply('b', 'm2', { type: 'text', text: 'Well' }),
    reply('c', 'm2', call('2')),
    reply('d', 'm2', call('3')),
    result('2'),
  ]
  expect(settledView([...done, ...open])).toEqual(done)
  expect(settledView([...done, ...open, result('3')])).toEqual([...done, ...open, result('3')])
  expect(settledView([])).toEqual([])
})
