import { expect, test } from 'vitest'
import { agentInfo } from '../../../../test/support/agent-infos.ts'
import {
  assistantEntry,
  permissionRequest,
  systemEntry,
  turnEnded,
  turnStarted,
  USAGE,
  userEntry,
} from '../../../../test/support/fake-events.ts'
import type { Event } from '../../../protocol/event.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import type { Terminal } from '../../../protocol/transition.ts'
import { doingOf } from './doing.ts'
import { initialState } from './initial-state.ts'
import { reduce } from './reduce.ts'
import type { UiState } from './ui-state.ts'

const START = initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' })
const AGENT = { id: 'a1', name: 'Explore', toolUseId: 'toolu_a' }

const play = (events: readonly Event[], state: UiState = START): UiState =>
  events.reduce((so, event, at) => reduce(so, { type: 'event', event, now: 1000 + at }), state)
const of = (event: Event, agent = AGENT): Event => ({ ...event, agent })
const call = (id: string): Event =>
  assistantEntry(`c-${id}`, { type: 'tool_use', id, name: 'Read', input: { file_path: 'a.ts' } })
const result = (id: string): Event =>
  userEntry(`r-${id}`, [{ type: 'tool_result', tool_use_id: id, content: 'x' }])
const usage: Event = {
  type: 'usage',
  model: 'm',
  usage: USAGE,
  durationMs: 1,
  apiMs: 1,
  partial: false,
  replyId: 'msg_1',
}

const ROW = { id: 'a1', name: 'Explore', startedAt: 1000, tools: 0, tokens: 0 }
const RUNNING = { id: 't1', name: 'Read', input: { file_path: 'a.ts' } }

test.each<[string, readonly Event[], object]>([
  ['it begins', [], ROW],
  ['a call runs', [call('t1')], { ...ROW, tools: 1, call: RUNNING }],
  ['the call has its result', [call('t1'), result('t1')], { ...ROW, tools: 1 }],
  [
    'an earlier call has its result',
    [call('t0'), call('t1'), result('t0')],
    { ...ROW, tools: 2, call: RUNNING },
  ],
  ['it used tokens', [usage, usage], { ...ROW, tokens: 15 }],
  ['it spoke', [assistantEntry('x', { type: 'text', text: 'Found.' })], ROW],
])('the row of an agent when %s', (_, events, row) => {
  expect(play([turnStarted('u'), ...events].map(event => of(event))).agents).toEqual([row])
})

test.each<[string, Event]>([
  ['an entry', assistantEntry('x', { type: 'text', text: 'Found.' })],
  ['a call', call('t1')],
  ['a result', result('t1')],
  ['a prompt', userEntry('u9', 'look')],
  ['a boundary', systemEntry('b', { subtype: 'compact_boundary', content: 'compacted' })],
  [
    'a delta',
    { type: 'stream', event: { type: 'content_block_delta', delta: { type: 'text_delta', text: 'F' } } },
  ],
  ['a tombstone', { type: 'tombstone', uuids: ['mine'] }],
  ['a status', { type: 'status', status: 'compacting', mode: 'plan' }],
  ['a retry', { type: 'retry', attempt: 1, maxRetries: 2, delayMs: 1, status: 529, error: 'overloaded' }],
  ['progress', { type: 'tool_progress', toolUseId: 'mine', toolName: 'Bash', elapsedMs: 1, text: 'x' }],
  ['usage', usage],
  ['a notice', { type: 'notice', level: 'error', text: 'Oh.', localized: verbatim('Oh.') }],
  ['a change', { type: 'session_changed', model: 'other', cwd: '/elsewhere' }],
  ['a question', { type: 'permission_request', request: { ...permissionRequest('q'), agent: AGENT } }],
  [
    'a denial',
    {
      type: 'permission_denied',
      toolName: 'Bash',
      toolUseId: 'mine',
      reasonType: 'rule',
      message: '',
      localized: verbatim(''),
    },
  ],
])('%s of an agent leaves the transcript, the turn and the facts of the conversation alone', (_, event) => {
  const mine: Event = assistantEntry('m', { type: 'tool_use', id: 'mine', name: 'Agent', input: {} })
  const before = play([turnStarted('u1'), userEntry('u1', 'go'), mine, of(turnStarted('u2'))])
  const { transcript, turn, session, queue } = play([of(event)], before)
  expect({ transcript, turn, session, queue }).toEqual({
    transcript: before.transcript,
    turn: before.turn,
    session: before.session,
    queue: before.queue,
  })
})

test.each<[Terminal, string]>([
  [{ kind: 'completed', stopReason: 'end_turn' }, 'done'],
  [{ kind: 'aborted_tools' }, 'stopped'],
  [{ kind: 'max_turns', limit: 2 }, 'stopped'],
  [{ kind: 'model_error', message: 'no', error: 'unknown' }, 'failed'],
])('an agent that ended with %j leaves a line: %s', (terminal, ended) => {
  const state = play([turnStarted('u'), call('t1'), usage, turnEnded(terminal)].map(event => of(event)))
  expect([state.agents, state.transcript.done, state.session]).toEqual([
    [],
    [{ kind: 'agent', id: 'agent:a1:1003', name: 'Explore', ended, tools: 1, tokens: 15 }],
    START.session,
  ])
})

test('what comes after the end of an agent brings nothing back', () => {
  const ended = play([of(turnStarted('u')), of(turnEnded())])
  expect(play([of(call('t1')), of(usage)], ended)).toBe(ended)
})

test('two agents keep apart, and their ends too', () => {
  const other = { id: 'a2', name: 'Plan', toolUseId: 'toolu_b' }
  const state = play([
    of(turnStarted('u')),
    of(turnStarted('v'), other),
    of(call('t1'), other),
    of(turnEnded()),
  ])
  expect(state.agents).toEqual([{ ...ROW, id: 'a2', name: 'Plan', startedAt: 1001, tools: 1, call: RUNNING }])
})

test('a question of an agent waits through the end of the turn, and goes with its answer or its agent', () => {
  const asked = of({ type: 'permission_request', request: { ...permissionRequest('q'), agent: AGENT } })
  const own: Event = { type: 'permission_request', request: permissionRequest('own') }
  const waiting = play([turnStarted('u1'), of(turnStarted('u2')), asked, own, turnEnded()])
  const ids = ({ requests }: UiState) => requests.map(({ id }) => id)
  expect(ids(waiting)).toEqual(['q'])
  expect(ids(play([of({ type: 'permission_settled', id: 'q', withdrawn: false })], waiting))).toEqual([])
  expect(ids(play([of(turnEnded())], waiting))).toEqual([])
})

test('a turn goes on after its own answer while an agent still asks', () => {
  const asked = of({ type: 'permission_request', request: { ...permissionRequest('q'), agent: AGENT } })
  const own: Event = { type: 'permission_request', request: permissionRequest('own') }
  const settled: Event = { type: 'permission_settled', id: 'own', withdrawn: false }
  const doing = (state: UiState) => state.turn && doingOf(state.turn, state).kind
  expect(doing(play([turnStarted('u1'), asked, own]))).toBe('waiting')
  expect(doing(play([turnStarted('u1'), asked, own, settled]))).toBe('requesting')
})

test('another conversation begins without the agents of this one', () => {
  expect(reduce(play([of(turnStarted('u'))]), { type: 'left', now: 1 }).agents).toEqual([])
})

const changed = (more: Parameters<typeof agentInfo>[1] = {}): Event => ({
  type: 'agent_changed',
  info: agentInfo('a1', { name: 'Explore', startedAt: 1000, ...more }),
})

test('what the session says of an agent is in its row, beside the call that runs', () => {
  const [row] = play([
    changed(),
    of(turnStarted('u')),
    of(call('t1')),
    changed({ toolUses: 4, tokens: 90 }),
  ]).agents
  expect(row).toMatchObject({ id: 'a1', tools: 4, tokens: 90, call: RUNNING, info: { toolUses: 4 } })
})

test('of such an agent the end of a turn is no end: it may be told to go on', () => {
  const state = play([changed(), of(turnStarted('u')), of(call('t1')), of(turnEnded())])
  expect(state.transcript.done).toEqual([])
  expect(state.agents).toMatchObject([{ id: 'a1' }])
  expect(state.agents[0]).not.toHaveProperty('call')
})

test.each([
  ['completed', 'done'],
  ['failed', 'failed'],
  ['stopped', 'stopped'],
] as const)(
  'an agent in the background that is %s leaves one line; in the foreground its call does',
  (status, ended) => {
    const end = { status, background: true, endedAt: 4000, toolUses: 2, tokens: 9, usd: 0.5 } as const
    expect(play([changed(), changed(end), changed(end)]).transcript.done).toEqual([
      {
        kind: 'agent',
        id: 'agent:a1:1001',
        name: 'Explore',
        about: 'task a1',
        ended,
        tools: 2,
        tokens: 9,
        usd: 0.5,
        ms: 3000,
      },
    ])
    expect(play([changed(), changed({ ...end, background: false })]).transcript.done).toEqual([])
  },
)

test('an agent that ended takes its questions with it, and what comes late changes nothing', () => {
  const asked = of({ type: 'permission_request', request: { ...permissionRequest('q'), agent: AGENT } })
  const ended = play([changed(), asked, changed({ status: 'stopped' })])
  expect(ended.requests).toEqual([])
  expect(play([of(call('t1')), of(usage)], ended)).toBe(ended)
})

test('of agents that have ended only the last ones are kept', () => {
  const ends = Array.from(
    { length: 60 },
    (_, at): Event => ({
      type: 'agent_changed',
      info: agentInfo(`e${at}`, { status: 'completed' }),
    }),
  )
  const { agents } = play([changed(), ...ends])
  expect([agents.length, agents[0]?.id, agents[1]?.id]).toEqual([41, 'a1', 'e20'])
})
