import { expect, test } from 'vitest'
import { assistant, user } from '../../../test/support/messages.ts'
import type { Message } from '../../protocol/message.ts'
import { breaksThinking } from './request.ts'

const call = (id: string, model: string): Message =>
  assistant(id, [{ type: 'tool_use', id: `t${id}`, name: 'Read', input: {} }], { model })
const result = (id: string): Message =>
  user(`r${id}`, [{ type: 'tool_result', tool_use_id: `t${id}`, content: 'x' }])
const said = (id: string, model: string): Message => assistant(id, [{ type: 'text', text: 'x' }], { model })
const ask = user('ask', 'go')

test.each<[string, readonly Message[], boolean]>([
  ['nothing was said yet', [ask], false],
  ['its own calls', [ask, call('1', 'm'), result('1')], false],
  ['calls of a release of it', [ask, call('1', 'm-20260101'), result('1')], false],
  ['calls of another', [ask, call('1', 'other'), result('1')], true],
  [
    'calls of another, then of its own',
    [ask, call('1', 'other'), result('1'), call('2', 'm'), result('2')],
    true,
  ],
  ['a round of another that is over', [ask, call('1', 'other'), result('1'), said('2', 'other'), ask], false],
  ['a round of another that somebody spoke into', [ask, call('1', 'other'), result('1'), ask], true],
  [
    'a new round behind one of another',
    [ask, call('1', 'other'), result('1'), ask, call('2', 'm'), result('2')],
    false,
  ],
])('thinking cannot begin within a round of another model: %s', (_name, view, breaks) => {
  expect(breaksThinking(view, 'm')).toBe(breaks)
})
