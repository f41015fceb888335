import { expect, test } from 'vitest'
import { agentInfo } from '../../../../test/support/agent-infos.ts'
import { assistantEntry, turnEnded, turnStarted, userEntry } from '../../../../test/support/fake-events.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Action } from './action.ts'
import { initialState } from './initial-state.ts'
import { reduce } from './reduce.ts'
import type { UiState } from './ui-state.ts'

const START = initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' })
const AGENT = { id: 'a1', name: 'Explore', toolUseId: 'toolu_a1' }

type Entry = Extract<Event, { readonly type: 'entry' }>
const entry = (event: Event): Entry['entry'] => (event as Entry).entry
const of = (event: Event, id = 'a1'): Action => ({
  type: 'event',
  event: { ...event, agent: { ...AGENT, id } },
  now: 5,
})
const play = (actions: readonly Action[], state: UiState = START): UiState => actions.reduce(reduce, state)

const asked = userEntry('p', 'look for it')
const call = assistantEntry('c', { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a.ts' } })
const result = userEntry('r', [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }])
const began: Action = { type: 'event', event: { type: 'agent_changed', info: agentInfo('a1') }, now: 1 }
const watch: Action = { type: 'agent_watched', id: 'a1' }
const read = (...messages: readonly Event[]): Action => ({
  type: 'agent_read',
  id: 'a1',
  messages: messages.map(entry),
  now: 5,
})

const shown = ({ watched }: UiState) =>
  [...(watched?.transcript.done ?? []), ...(watched?.transcript.live ?? [])].map(item =>
    item.kind === 'tool'
      ? `${item.name} ${item.state}`
      : item.kind === 'user' || item.kind === 'assistant'
        ? item.text
        : item.kind,
  )

test('what its file holds is followed by what it says while the file is read, each once', () => {
  const state = play([began, watch, of(call), of(result), read(asked, call)])
  expect(shown(state)).toEqual(['look for it', 'Read done'])
})

test('from then on its messages, calls and results come as in the conversation, also while they stream', () => {
  const stream = (event: object): Event => ({ type: 'stream', event }) as Event
  const state = play([
    began,
    watch,
    read(asked),
    of(call),
    of({ type: 'tool_started', toolUseId: 't1', toolName: 'Read' } as Event),
    of(stream({ type: 'message_start', message: { id: 'msg' } })),
    of(stream({ type: 'content_block_start', index: 0, content_block: { type: 'text' } })),
    of(stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Fou' } })),
  ])
  expect(shown(state)).toEqual(['look for it', 'Read running', 'Fou'])
  expect([state.transcript, state.turn]).toEqual([START.transcript, undefined])
})

test('others and the conversation do not come into it, and when nobody looks nothing is kept', () => {
  const state = play([began, watch, read(asked), of(call, 'a2'), { type: 'event', event: call, now: 5 }])
  expect(shown(state)).toEqual(['look for it'])
  expect(play([{ type: 'agent_watched', id: undefined }, of(call)], state)).not.toHaveProperty('watched')
})

test('of a long one only the end is kept in memory', () => {
  const many = Array.from({ length: 700 }, (_, at) => userEntry(`m${at}`, `line ${at}`))
  const kept = shown(play([began, watch, read(...many)]))
  expect([kept.length, kept.at(-1)]).toEqual([500, 'line 699'])
})

test('a turn of the agent begins and ends in its own transcript', () => {
  const state = play([began, watch, read(), of(turnStarted('u')), of(call), of(turnEnded())])
  expect(shown(state)).toEqual(['Read interrupted'])
  expect(state.watched).not.toHaveProperty('turn')
})
