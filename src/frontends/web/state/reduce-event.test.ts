import { expect, test } from 'vitest'
import { turnEnded } from '../../../../test/support/fake-events.ts'
import { assistant, user } from '../../../../test/support/messages.ts'
import { permissionRequest } from '../../../../test/support/permission-request.ts'
import type { MessageEntry } from '../../../protocol/entry.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Message } from '../../../protocol/message.ts'
import type { CostState } from '../../../protocol/usage.ts'
import { liveRows } from './live-reply.ts'
import { startWith } from './read-history.ts'
import { reduceEvent } from './reduce-event.ts'
import { EMPTY_SESSION, type SessionState } from './session-state.ts'

const entry = (message: Message): Event => ({ type: 'entry', entry: message as MessageEntry })
const stream = (event: { readonly type: string; readonly [key: string]: unknown }): Event => ({
  type: 'stream',
  event,
})
const hear = (state: SessionState, ...events: readonly Event[]): SessionState =>
  events.reduce((next, event, at) => reduceEvent(next, { event, seq: `e:${at}` }), state)

const BEGIN = [
  stream({ type: 'message_start', message: { id: 'm1' } }),
  stream({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } }),
]

test('a reply grows as it comes and becomes the message that was written down', () => {
  const growing = hear(EMPTY_SESSION, ...BEGIN)
  expect(liveRows(growing.live)).toMatchObject([{ kind: 'text', text: 'Hel', streaming: true }])
  const done = hear(growing, entry(assistant('a1', [{ type: 'text', text: 'Hello' }])))
  expect(liveRows(done.live)).toEqual([])
  expect(done.rows).toMatchObject([{ kind: 'text', id: 'a1', text: 'Hello' }])
})

test('an entry that was read with the history is shown once, and its stream ends all the same', () => {
  const message = assistant('a1', [{ type: 'text', text: 'Hello' }])
  const joined = hear(startWith(EMPTY_SESSION, { messages: [message], more: false }), ...BEGIN)
  const done = hear(joined, entry(message))
  expect(done.rows).toHaveLength(1)
  expect(liveRows(done.live)).toEqual([])
})

test('a reply that begins again takes the place of what was shown of it', () => {
  const again = hear(EMPTY_SESSION, ...BEGIN, BEGIN[0]!)
  expect(liveRows(again.live)).toEqual([])
})

test('what no longer counts goes', () => {
  const state = hear(EMPTY_SESSION, entry(assistant('a1', [{ type: 'text', text: 'gone' }])), {
    type: 'tombstone',
    uuids: ['a1'],
  })
  expect(state.rows).toEqual([])
})

test('a question waits until it is answered anywhere, and comes once', () => {
  const request: Event = { type: 'permission_request', request: permissionRequest({ id: 'q1' }) }
  const asked = hear(EMPTY_SESSION, request, request)
  expect(asked.requests.map(({ id }) => id)).toEqual(['q1'])
  expect(hear(asked, { type: 'permission_settled', id: 'q1', withdrawn: false }).requests).toEqual([])
})

test('what was said here leaves the queue when it is in the conversation', () => {
  const queued = { ...EMPTY_SESSION, queue: [{ uuid: 'u1', text: 'hi' }] }
  expect(hear(queued, entry(user('u1', 'hi'))).queue).toEqual([])
})

test('what an agent says stays with the agent', () => {
  const agent = { id: 'g1', name: 'helper', toolUseId: 't1' }
  const state = hear(EMPTY_SESSION, { ...entry(assistant('a1', [{ type: 'text', text: 'inner' }])), agent })
  expect(state.rows).toEqual([])
  expect(state.agentRows.get('g1')).toMatchObject([{ text: 'inner' }])
})

test('what a turn cost is there with its end', () => {
  const cost = { totalCostUSD: 1.25 } as CostState
  expect(hear(EMPTY_SESSION, turnEnded(undefined, { cost })).cost).toBe(cost)
})
