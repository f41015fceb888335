import { describe, expect, test } from 'vitest'
import { presentationFor, presentedEvents } from '../../../../test/support/presented.ts'
import type { Event } from '../../../protocol/event.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { NO_USAGE } from '../../../protocol/usage.ts'
import type { Action } from './action.ts'
import { doingOf, movableCommand } from './doing.ts'
import { initialState } from './initial-state.ts'
import type { Item } from './item.ts'
import { reduce } from './reduce.ts'
import type { UiState } from './ui-state.ts'

const START = initialState({ ready: true, id: 's', cwd: '/p', model: 'm', mode: 'default' })

const place = {
  parentUuid: null,
  isSidechain: false,
  userType: 'external',
  entrypoint: 'cli',
  cwd: '/p',
  sessionId: 's',
  version: '1',
  gitBranch: '',
  timestamp: '2026-01-01T00:00:00.000Z',
} as const

const play = (events: readonly Event[], state: UiState = START, from = 1000): UiState =>
  presentedEvents(events).reduce(
    (so, event, at) => reduce(so, { type: 'event', event, now: from + at }),
    state,
  )

const act = (actions: readonly Action[], state: UiState = START): UiState => actions.reduce(reduce, state)

const started: Event = {
  type: 'turn_started',
  turn: {
    sessionId: 's',
    cwd: '/p',
    tools: [],
    model: 'm',
    mode: 'default',
    credential: '',
    userMessageUuid: 'u1',
  },
}
const stream = (event: Record<string, unknown> & { type: string }): Event => ({ type: 'stream', event })
const replyStarts = stream({ type: 'message_start', message: { id: 'r1' } })
const textStarts = stream({ type: 'content_block_start', index: 0, content_block: { type: 'text' } })
const textComes = (text: string): Event =>
  stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
const said = (uuid: string, content: string): Event => ({
  type: 'entry',
  entry: { ...place, type: 'user', uuid, message: { role: 'user', content } },
})
const replied = (uuid: string, block: unknown): Event => ({
  type: 'entry',
  entry: {
    ...place,
    type: 'assistant',
    uuid,
    message: {
      id: 'r1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [block as never],
      stop_reason: null,
      stop_sequence: null,
      usage: NO_USAGE,
    },
  },
})
const resulted = (id: string, text: string, isError = false): Event => ({
  type: 'entry',
  entry: {
    ...place,
    type: 'user',
    uuid: `r-${id}`,
    message: {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: id, content: text, ...(isError ? { is_error: true } : {}) },
      ],
    },
  },
})
const ended = (kind: 'completed' | 'aborted_streaming'): Event => ({
  type: 'turn_ended',
  terminal: kind === 'completed' ? { kind, stopReason: 'end_turn' } : { kind },
  report: {
    durationMs: 10,
    apiDurationMs: 5,
    requests: 1,
    text: '',
    stopReason: null,
    usage: NO_USAGE,
    cost: { totalCostUSD: 0.5, unpricedModels: [] } as never,
    denials: [],
    queued: 0,
  },
})

describe('a turn', () => {
  test('text that streams is one open item that grows', () => {
    const state = play([started, replyStarts, textStarts, textComes('Hel'), textComes('lo')])
    expect(state.transcript.live).toEqual([
      { kind: 'assistant', id: 'r1:0', text: 'Hello', ended: false, at: 1002 },
    ])
    expect(state.turn?.phase).toBe('responding')
  })

  test('the record of a block ends the item it streamed into, under its old name', () => {
    const state = play([
      started,
      replyStarts,
      textStarts,
      textComes('Hel'),
      replied('a1', { type: 'text', text: 'Hello' }),
    ])
    expect(state.transcript.live).toEqual([])
    expect(state.transcript.done).toEqual([
      { kind: 'assistant', id: 'r1:0', text: 'Hello', ended: true, at: 1002 },
    ])
  })

  test('a reply that begins again takes back what streamed of the one before', () => {
    const state = play([started, replyStarts, textStarts, textComes('Hel'), replyStarts])
    expect(state.transcript.live).toEqual([])
  })

  test('a call is open until its result, and what follows it waits in its place', () => {
    const call = replied('a1', { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } })
    const open = play([started, call, said('u2', 'meanwhile')])
    expect(open.transcript.live.map(item => item.id)).toEqual(['t1', 'u2'])
    const over = play([resulted('t1', 'a\nb')], open, 2000)
    expect(over.transcript.done).toMatchObject([
      { kind: 'tool', id: 't1', state: 'done', text: 'a\nb', endedAt: 2000 },
      { kind: 'user', id: 'u2' },
    ])
  })

  test('an interrupted turn leaves nothing open and says so', () => {
    const call = replied('a1', { type: 'tool_use', id: 't1', name: 'Bash', input: {} })
    const state = play([started, replyStarts, textStarts, textComes('Hel'), call, ended('aborted_streaming')])
    expect(state.turn).toBeUndefined()
    expect(state.transcript.done.map(item => item.kind)).toEqual(['assistant', 'tool', 'ending'])
    expect(state.transcript.done[1]).toMatchObject({ state: 'interrupted' })
    expect(state.session.cost?.totalCostUSD).toBe(0.5)
  })

  test('a call of which only the beginning arrived was never made: nothing of it stays', () => {
    const block = { type: 'tool_use', id: 't1', name: 'Read' }
    const arriving = stream({ type: 'content_block_start', index: 0, content_block: block })
    const state = play([started, replyStarts, arriving, ended('aborted_streaming')])
    expect(state.transcript.done.map(item => item.kind)).toEqual(['ending'])
    expect(state.transcript.live).toEqual([])
  })

  test('a message that waited leaves the queue when it is delivered', () => {
    const waiting = act([{ type: 'queued', message: { uuid: 'u9', text: 'and tests', when: 'step' } }])
    const state = play([said('u9', 'and tests')], waiting)
    expect(state.queue).toEqual([])
    expect(state.transcript.done).toMatchObject([{ kind: 'user', text: 'and tests' }])
  })

  test('what a sub-agent writes is not the conversation', () => {
    const entry = { ...said('u3', 'inner') } as Extract<Event, { type: 'entry' }>
    const state = play([{ ...entry, entry: { ...entry.entry, isSidechain: true } }])
    expect(state).toBe(START)
  })
})

describe('questions', () => {
  const request = { id: 'q1', toolName: 'Bash', toolUseId: 't1', input: {}, decision: {} as never }
  const asked = play([
    started,
    replied('a1', { type: 'tool_use', id: 't1', name: 'Bash', input: {} }),
    { type: 'permission_request', request },
  ])

  test('a question puts its call on hold', () => {
    const presentation = presentationFor(request.toolName, request.input)
    expect(asked.requests).toEqual([{ ...request, presentation }])
    expect(asked.transcript.live).toMatchObject([{ id: 't1', state: 'waiting' }])
    expect(asked.turn && doingOf(asked.turn, asked)).toEqual({ kind: 'waiting' })
  })

  test('its answer lets the call go on', () => {
    const state = play([{ type: 'permission_settled', id: 'q1', withdrawn: false }], asked)
    expect(state.requests).toEqual([])
    expect(state.transcript.live).toMatchObject([{ id: 't1', state: 'running' }])
  })

  test('a call that is refused is over when its result says with which words', () => {
    const denied = {
      type: 'permission_denied',
      toolName: 'Bash',
      toolUseId: 't1',
      reasonType: 'other',
      message: 'No rule allows it.',
      localized: verbatim('No rule allows it.'),
    } as const
    const waiting = play([{ type: 'permission_settled', id: 'q1', withdrawn: false }, denied], asked)
    expect(waiting.transcript.live).toMatchObject([{ id: 't1', state: 'denied' }])
    const text =
      'Permission denied: The person declined it and says: Use npm.\n(Their words are your instruction now.)'
    const over = play([resulted('t1', text, true)], waiting)
    expect(over.transcript.done.at(-1)).toMatchObject({
      state: 'denied',
      text: 'The person declined it and says: Use npm.',
    })
  })
})

describe('what is going on', () => {
  const now = (state: UiState): string | undefined => {
    if (!state.turn) return undefined
    const doing = doingOf(state.turn, state)
    return doing.kind === 'tool' ? doing.call.name : doing.kind
  }
  const call = (id: string, name: string): Event =>
    replied(`a-${id}`, { type: 'tool_use', id, name, input: {} })
  const runs = (toolUseId: string): Event => ({ type: 'tool_started', toolUseId })
  const next: Event = { type: 'transition', transition: { kind: 'next_turn' } as never }

  test('a tool is named only while it runs; then the model is waited for', () => {
    const events = [started, replyStarts, call('t1', 'Grep'), runs('t1'), resulted('t1', 'x'), next] as const
    const seen = events.map((_, at) => now(play(events.slice(0, at + 1))))
    expect(seen).toEqual(['requesting', 'requesting', 'requesting', 'Grep', 'requesting', 'requesting'])
    expect(play(events).turn?.heardAt).toBe(1005)
  })

  test('it finishes up only where nothing else is left to do', () => {
    const stop: Event = { type: 'stream', event: { type: 'message_stop' } } as never
    const whole = [started, replyStarts, call('t1', 'Bash'), stop] as const
    expect(now(play(whole))).toBe('deciding')
    expect(now(play([...whole, runs('t1')]))).toBe('Bash')
    const said = play([started, replyStarts, stop])
    expect(now(said)).toBe('finishing')
    const byItself = { loops: 0, schedules: 0, goal: { rounds: 0, of: 25 } }
    expect(now({ ...said, session: { ...said.session, byItself } })).toBe('goal')
  })

  test('a call behind another one does not run, and its clock begins when it does', () => {
    const queued = play([started, call('t1', 'Edit'), call('t2', 'Bash'), runs('t1')])
    expect(queued.transcript.live).toMatchObject([{ state: 'running' }, { state: 'queued' }])
    expect(movableCommand(queued)).toBeUndefined()
    const later = play([resulted('t1', 'x'), runs('t2')], queued, 9000)
    expect(later.transcript.live).toMatchObject([{ state: 'running', startedAt: 9001 }])
  })

  test.each([
    ['Permission denied: No rule allows it.\n(Leave it out.)', 'denied', 'No rule allows it.'],
    ['This call was interrupted when the program stopped. Look first.', 'interrupted', undefined],
    ['The call was not started: the turn was interrupted.', 'interrupted', undefined],
  ])(
    'of a call in a resumed conversation the end is shown, not what the model is told (%j)',
    (text, state, shown) => {
      const over = play([call('t1', 'Bash'), resulted('t1', text, true)])
      expect(over.transcript.done.at(-1)).toMatchObject({ state, ...(shown ? { text: shown } : {}) })
    },
  )

  test('a call that is still being written does not run', () => {
    const block = { type: 'tool_use', id: 't1', name: 'Bash' }
    const arriving = stream({ type: 'content_block_start', index: 0, content_block: block })
    expect(now(play([started, replyStarts, arriving]))).toBe('calling')
  })

  test('after a compaction the model is waited for', () => {
    const compacting = play([started, { type: 'status', status: 'compacting' }])
    expect(now(compacting)).toBe('compacting')
    expect(now(play([{ type: 'status', status: null }], compacting))).toBe('requesting')
  })

  test('only a running command can go to the background', () => {
    expect(movableCommand(play([started, call('t1', 'Read')]))).toBeUndefined()
    expect(movableCommand(play([started, call('t1', 'Bash')]))).toBeUndefined()
    expect(movableCommand(play([started, call('t1', 'Bash'), runs('t1')]))).toMatchObject({ id: 't1' })
    expect(
      movableCommand(play([started, call('t1', 'Bash'), runs('t1'), resulted('t1', 'x')])),
    ).toBeUndefined()
  })

  test('timers leave out the time a question was open', () => {
    const request = { id: 'q1', toolName: 'Bash', toolUseId: 't1', input: {}, decision: {} as never }
    const asked = play([started, call('t1', 'Bash'), { type: 'permission_request', request }])
    expect(asked.turn).toMatchObject({ askedAt: 1002, idleMs: 0 })
    const answered = play([{ type: 'permission_settled', id: 'q1', withdrawn: false }], asked, 61_002)
    expect(answered.turn).toMatchObject({ idleMs: 60_000 })
    expect(answered.turn?.askedAt).toBeUndefined()
    expect(answered.transcript.live).toMatchObject([{ id: 't1', startedAt: 61_002 }])
    const end = ended('completed') as Extract<Event, { type: 'turn_ended' }>
    const report = { ...end.report, durationMs: 63_000 }
    const over = play([{ ...end, report }], { ...answered, durations: true }, 64_000)
    expect(over.transcript.done.at(-1)).toMatchObject({ kind: 'ending', spent: { ms: 3_000 } })
  })

  test.each([
    [{ durationMs: 2_400, turnCostUSD: 0.03 }, undefined, { ms: 2_400, usd: 0.03 }],
    [{ durationMs: 2_400 }, undefined, { ms: 2_400 }],
    [{ durationMs: 2_400, turnCostUSD: 0 }, undefined, { ms: 2_400 }],
    [{ durationMs: 999, turnCostUSD: 0.03 }, true, { usd: 0.03 }],
    [{ durationMs: 999, turnCostUSD: 0.003 }, true, undefined],
    [{ durationMs: 999 }, true, undefined],
    [{ durationMs: 90_000, turnCostUSD: 1 }, false, undefined],
    // A slash command.
    [{ durationMs: 90_000, requests: 0, turnCostUSD: 1 }, undefined, undefined],
  ])('the end of a turn that took %j, with showTurnDuration %j, says %j', (more, durations, spent) => {
    const end = ended('completed') as Extract<Event, { type: 'turn_ended' }>
    const report = { ...end.report, ...more }
    const done = play([started, { ...end, report }], { ...play([]), durations }).transcript.done
    expect(done.flatMap(item => (item.kind === 'ending' ? [item.spent] : []))).toEqual(spent ? [spent] : [])
    const stopped = play([started, { ...ended('aborted_streaming'), report } as Event], {
      ...play([]),
      durations,
    })
    expect(stopped.transcript.done.at(-1)).toMatchObject({
      cause: { kind: 'interrupted' },
      ...(spent ? { spent } : {}),
    })
  })
})

describe('another conversation', () => {
  test('leaves nothing of this one going on', () => {
    const busy = play([
      started,
      replied('a1', { type: 'tool_use', id: 't1', name: 'Bash', input: {} }),
      {
        type: 'permission_request',
        request: { id: 'q', toolName: 'Bash', toolUseId: 't1', input: {}, decision: {} as never },
      },
    ])
    const after = act([{ type: 'left', now: 9 }], {
      ...busy,
      queue: [{ uuid: 'u', text: 'x', when: 'step' }],
    })
    expect(after).toMatchObject({ queue: [], requests: [], session: { ready: false } })
    expect(after.turn).toBeUndefined()
    expect(after.transcript.live).toEqual([])
    expect(after.transcript.done.at(-1)).toMatchObject({ id: 't1', state: 'interrupted' })
  })
})

describe('what is said once', () => {
  test('/clear clears', () => {
    const metadata = { trigger: 'manual', preTokens: 1, by: 'clear' } as const
    const mark: Event = {
      type: 'entry',
      entry: {
        ...place,
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'c',
        content: 'x',
        compactMetadata: metadata,
      },
    }
    const state = play([said('u1', 'old'), said('u2', '/clear'), mark])
    expect(state.transcript).toEqual({ done: [], live: [], generation: 1, cleared: true })
    const answer = play(
      [{ type: 'command_output', command: 'clear', text: 'Cleared.', localized: verbatim('Cleared.') }],
      state,
    )
    expect(answer.transcript.done).toMatchObject([{ kind: 'command', echoed: true }])
  })

  test('a command is not named a second time when something came between', () => {
    const notice = {
      type: 'notice',
      level: 'info',
      text: 'meanwhile',
      localized: verbatim('meanwhile'),
    } as const
    const output = {
      type: 'command_output',
      command: '/compact',
      text: 'x',
      localized: verbatim('x'),
    } as const
    expect(play([said('u1', '/compact now'), notice, output]).transcript.done.at(-1)).toMatchObject({
      echoed: true,
    })
  })

  test('an answer to a command names it only when its line is not right above', () => {
    const output = { type: 'command_output', command: 'cost', text: 'x', localized: verbatim('x') } as const
    expect(play([output]).transcript.done).toEqual([
      { kind: 'command', id: expect.any(String), command: 'cost', text: verbatim('x') },
    ])
    const typed = act([{ type: 'item', item: { kind: 'user', id: 'u', text: '/cost now', attachments: 0 } }])
    expect(play([output], typed).transcript.done.at(-1)).toMatchObject({ echoed: true })
  })
})

test('what the model tells while it works stays in the transcript', () => {
  const told = (kind: 'message' | 'file'): Event => ({
    type: 'to_person',
    kind,
    text: `**${kind}**`,
    toolUseId: kind,
  })
  const { transcript } = play([told('message'), told('file')])
  expect(transcript.done).toEqual([
    { kind: 'assistant', id: 'told:message', text: '**message**', ended: true },
    { kind: 'notice', id: 'told:file', level: 'notice', text: '**file**' },
  ])
})

describe('the person’s own commands', () => {
  test('output grows in one item until the end', () => {
    const shell = { type: 'shell', id: 'sh', command: 'ls' } as const
    const state = play([
      { ...shell, phase: 'started', text: '' },
      { ...shell, phase: 'output', text: 'a' },
      { ...shell, phase: 'ended', text: 'a\nb', exitCode: 2 },
    ])
    expect(state.transcript.done).toEqual([
      { kind: 'shell', id: 'sh', command: 'ls', output: 'a\nb', state: 'failed', exitCode: 2 },
    ])
  })
})

describe('words that go away', () => {
  test('a toast is gone after its time, and so is the first of two keys', () => {
    const state = act([
      { type: 'toast', toast: { id: 1, level: 'info', text: 'copied', until: 50 } },
      { type: 'armed', what: 'exit', key: 'Ctrl-C', until: 60 },
      { type: 'tick', now: 55 },
    ])
    expect(state.toasts).toEqual([])
    expect(state.armed).toEqual({ what: 'exit', key: 'Ctrl-C', until: 60 })
    expect(act([{ type: 'tick', now: 60 }], state).armed).toBeUndefined()
  })

  test('nothing to do changes nothing', () => {
    expect(act([{ type: 'tick', now: 1 }])).toBe(START)
  })
})

describe('history', () => {
  test.each([
    [true, [], ['queued']],
    [false, ['interrupted'], []],
  ])('a call without a result is still on its way while a turn runs (%s)', (open, done, live) => {
    const { entry } = replied('a1', { type: 'tool_use', id: 't1', name: 'Bash', input: {} }) as Extract<
      Event,
      { type: 'entry' }
    >
    const { transcript } = act([{ type: 'history', messages: [entry], open }])
    const states = (items: readonly Item[]): readonly unknown[] =>
      items.map(item => (item.kind === 'tool' ? item.state : item.kind))
    expect([states(transcript.done), states(transcript.live)]).toEqual([done, live])
  })

  test('a conversation read anew takes the place of what was shown, with when it was written', () => {
    const AT = Date.UTC(2026, 0, 1)
    const before = play([said('u1', 'old')])
    const entry = said('u2', 'new') as Extract<Event, { type: 'entry' }>
    const state = act([{ type: 'history', messages: [entry.entry] }], before)
    expect(state.transcript).toEqual({
      done: [{ kind: 'user', id: 'u2', text: 'new', attachments: 0, at: AT }],
      live: [],
      generation: 1,
    })
  })
})

test('a hook with something to say about itself is named while it runs; one without is not', () => {
  const hook = (phase: 'started' | 'ended', id: string, text?: string): Event => ({
    type: 'hook',
    hook: {
      id,
      name: 'Stop:',
      event: 'Stop',
      ...(phase === 'started'
        ? { phase, ...(text === undefined ? {} : { statusMessage: text }) }
        : { phase, stdout: '', stderr: '', outcome: 'success' }),
    },
  })
  const doing = (state: UiState) => state.turn && doingOf(state.turn, state)
  const quiet = play([started, hook('started', 'a')])
  expect(doing(quiet)).toEqual({ kind: 'requesting' })
  const named = play([hook('started', 'b', 'Checking the tests')], quiet)
  expect(doing(named)).toEqual({ kind: 'hook', text: 'Checking the tests' })
  expect(doing(play([hook('ended', 'b')], named))).toEqual({ kind: 'requesting' })
})

test('the words of a hook stand in the place of the words of the model', () => {
  const entry = {
    ...place,
    type: 'assistant',
    uuid: 'a1',
    message: {
      id: 'r1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'the words' }],
      stop_reason: null,
      stop_sequence: null,
      usage: NO_USAGE,
    },
  } as const
  const state = play([started, { type: 'entry', entry, display: '(hidden)' }])
  const shown = JSON.stringify([state.transcript.done, state.transcript.live])
  expect(shown).toContain('(hidden)')
  expect(shown).not.toContain('the words')
})

test('what the model is told beside a result is not the person’s words', () => {
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'ok' } as const
  const told = { type: 'text', text: '<system-reminder>\nfor the model\n</system-reminder>' } as const
  const entry: Event = {
    type: 'entry',
    entry: { ...place, type: 'user', uuid: 'u2', message: { role: 'user', content: [result, told] } },
  }
  const { transcript } = play([started, said('u1', 'go'), entry])
  expect([...transcript.done, ...transcript.live].map(item => item.kind)).toEqual(['user'])
})

test('the editor of the person and what is selected there are known, and shown with what they said', () => {
  const editor = { status: 'connected', name: 'Neovim', shares: true } as const
  const mention = { name: 'a.ts', what: 'selected', count: 2 } as const
  const state = play([
    { type: 'editor_changed', editor },
    said('u1', 'go'),
    {
      type: 'entry',
      entry: {
        ...place,
        type: 'attachment',
        uuid: 'a1',
        attachment: { kind: 'editor_selection', text: 'x', mention },
      },
    },
  ])
  expect(state.session.editor).toEqual(editor)
  expect([...state.transcript.done, ...state.transcript.live].at(-1)).toEqual({
    kind: 'mention',
    id: 'a1',
    mention,
  })
})
