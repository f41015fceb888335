import { expect, test } from 'vitest'
import type { Event } from '../protocol/event.ts'
import { verbatim } from '../protocol/messages/layout.ts'
import { Broadcast } from './broadcast.ts'

const question = { type: 'permission_request', request: { id: 'q' } } as Event
const notice = { type: 'notice', level: 'info', text: 'hello', localized: verbatim('hello') } as const
const settled = { type: 'permission_settled', id: 'q', withdrawn: true } as Event

const heard = async (events: AsyncIterable<Event>): Promise<readonly string[]> => {
  const types: string[] = []
  for await (const { type } of events) types.push(type)
  return types
}

test('a question that was put before anyone listened is heard by the first who does, and by nobody twice', async () => {
  const broadcast = new Broadcast()
  for (const event of [notice, question, settled]) void broadcast.emit(event)
  const first = broadcast.read()
  const second = broadcast.read()
  void broadcast.emit(notice)
  broadcast.close()
  expect(await heard(first)).toEqual(['permission_request', 'permission_settled', 'notice'])
  expect(await heard(second)).toEqual(['notice'])
})
