import { expect, test } from 'vitest'
import type { ModelRequest, StreamEvent } from '../../../protocol/model.ts'
import { FreshIds } from './fresh-ids.ts'

const begun = (message: object): StreamEvent => ({ type: 'message_start', message })
const call = (id: string | undefined): StreamEvent => ({
  type: 'content_block_start',
  index: 0,
  content_block: { type: 'tool_use', name: 'Read', input: {}, ...(id === undefined ? {} : { id }) },
})
const history = (...ids: readonly string[]): Pick<ModelRequest, 'messages'> => ({
  messages: ids.map(id => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: 'Read', input: {} }],
  })),
})
const idIn = (event: StreamEvent, field: string): unknown =>
  (event[field] as { readonly id?: unknown } | undefined)?.id

test('ids that tell replies and calls apart stay as they came', () => {
  const own = new FreshIds().within(history('call_0'))
  const events = [
    begun({ id: 'm1' }),
    call('call_1'),
    call('call_2'),
    { type: 'content_block_stop', index: 0 },
  ]
  expect(events.map(own)).toEqual(events)
})

test.each([
  ['no id', {}],
  ['an empty id', { id: '' }],
  ['the id of an earlier reply', { id: 'old' }],
])('a reply with %s gets one of its own', (_, message) => {
  const ids = new FreshIds()
  ids.within(history())(begun({ id: 'old' }))
  const said = [1, 2].map(() => idIn(ids.within(history())(begun({ ...message, model: 'm' })), 'message'))
  expect(new Set([...said, 'old', '', undefined]).size).toBe(5)
})

test.each([
  ['no id', undefined],
  ['an empty id', ''],
  ['an id that is in the history', 'call_0'],
])('a call with %s gets one of its own', (_, id) => {
  const own = new FreshIds().within(history('call_0'))
  const said = [1, 2].map(() => idIn(own(call(id)), 'content_block'))
  expect(new Set([...said, 'call_0', '', undefined]).size).toBe(5)
})

test('two calls of one reply with the same id are two calls', () => {
  const own = new FreshIds().within(history())
  const said = ['a', 'a', 'b'].map(id => idIn(own(call(id)), 'content_block'))
  expect([said[0], said[2], new Set(said).size]).toEqual(['a', 'b', 3])
})
