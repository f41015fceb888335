import { expect, test } from 'vitest'
import { systemEntry, userEntry } from '../../../../test/support/fake-events.ts'
import { assistant, call, result, text, user } from '../../../../test/support/messages.ts'
import { presentedEvents, presentedMessages } from '../../../../test/support/presented.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Message } from '../../../protocol/message.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { abilitiesOf } from '../abilities.ts'
import { createPathNames } from '../path-names.ts'
import { ConversationUpdates } from './conversation-updates.ts'

const ALL = abilitiesOf({ session: { notices: {}, compaction: {} } })
const NONE = abilitiesOf(undefined)
const AGENT = { id: 'ag1', name: 'scout', toolUseId: 'toolu_a' }

const start = (abilities = ALL) => {
  let ids = 0
  const names = createPathNames('/real/w', [{ real: '/real/w', given: '/w' }])
  const updates = new ConversationUpdates(names, abilities, {
    newId: () => `id${++ids}`,
    localize: inEnglish,
  })
  const happened: Event[] = []
  const of = updates.of.bind(updates)
  // As a session gives them: a result with what it is the result of.
  updates.of = event => {
    happened.push(event)
    return of(presentedEvents(happened).at(-1) ?? event)
  }
  return updates
}
const stream = (event: object): Event => ({ type: 'stream', event: event as never })
const delta = (piece: object): Event => stream({ type: 'content_block_delta', index: 0, delta: piece })
const entry = (message: Message, agent?: typeof AGENT): Event =>
  ({
    type: 'entry',
    entry: { ...message, isSidechain: agent !== undefined },
    ...(agent ? { agent } : {}),
  }) as Event
const use = (id: string, name: string, input: object) => ({ ...call(id, name), input })

test('words that came as they were written are not told again when their block is complete', () => {
  const updates = start()
  const told = [
    stream({ type: 'message_start', message: { id: 'msg_1' } }),
    stream({ type: 'content_block_start', index: 0 }),
    delta({ type: 'thinking_delta', thinking: 'hm' }),
    entry(assistant('u1', [{ type: 'thinking', thinking: 'hm', signature: '' }], { id: 'msg_1' })),
    stream({ type: 'content_block_start', index: 1 }),
    delta({ type: 'text_delta', text: 'Hel' }),
    entry(assistant('u2', [text('Hello')], { id: 'msg_1' })),
    entry(assistant('u3', [text('whole')], { id: 'msg_2' })),
  ].flatMap(event => updates.of(event))
  expect(told.map(update => 'content' in update && [update.sessionUpdate, update.content])).toEqual([
    ['agent_thought_chunk', { type: 'text', text: 'hm' }],
    ['agent_message_chunk', { type: 'text', text: 'Hel' }],
    ['agent_message_chunk', { type: 'text', text: 'lo' }],
    ['agent_message_chunk', { type: 'text', text: 'whole' }],
  ])
})

test('a call is pending, runs and ends with its change where the client finds the file', () => {
  const updates = start()
  const input = { file_path: 'src/a.ts', old_string: 'b\n', new_string: 'c\n' }
  const diff = { type: 'diff', path: '/w/src/a.ts', oldText: 'b\n', newText: 'c\n' }
  expect(updates.of(entry(assistant('u1', [use('t1', 'Edit', input)])))).toEqual([
    {
      sessionUpdate: 'tool_call',
      toolCallId: 't1',
      title: 'Edit src/a.ts',
      name: 'Edit',
      kind: 'edit',
      status: 'pending',
      content: [diff],
      locations: [{ path: '/w/src/a.ts' }],
      rawInput: input,
    },
  ])
  expect(updates.of({ type: 'tool_started', toolUseId: 't1' })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'in_progress' },
  ])
  const toolUseResult = { structuredPatch: [{ newStart: 3, lines: [' a', '-b', '+c'] }] }
  expect(updates.of(entry({ ...user('u2', [result('t1')]), toolUseResult }))).toEqual([
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't1',
      status: 'completed',
      content: [{ ...diff, oldText: 'a\nb\n', newText: 'a\nc\n' }],
      locations: [{ path: '/w/src/a.ts', line: 3 }],
      rawOutput: toolUseResult,
    },
  ])
})

test('what an edit broke stands below its diff, whether it is found before its result or after it', () => {
  const edit = { file_path: '/real/w/a.ts', old_string: 'a', new_string: 'b' }
  const toolUseResult = { structuredPatch: [{ newStart: 3, lines: [' a', '-b', '+c'] }] }
  const found = (toolUseId: string): Event => ({
    type: 'notice',
    level: 'warning',
    text: '2 new',
    localized: verbatim('2 new'),
    toolUseId,
    details: [verbatim('b.ts:1: bad'), verbatim('c.ts:2: worse')],
  })
  const below = { type: 'content', content: { type: 'text', text: '2 new\nb.ts:1: bad\nc.ts:2: worse' } }
  for (const abilities of [ALL, NONE]) {
    const updates = start(abilities)
    const told = (event: Event) =>
      updates.of(event).filter(({ sessionUpdate }) => sessionUpdate === 'tool_call_update')
    updates.of(entry(assistant('u1', [use('t1', 'Edit', edit), use('t2', 'Edit', edit)])))
    expect(told(found('t1'))).toEqual([])
    const early = told(entry({ ...user('u2', [result('t1', 'done')]), toolUseResult } as Message))
    expect(early).toMatchObject([{ toolCallId: 't1', content: [{ type: 'diff' }, below] }])
    const [ended] = told(entry({ ...user('u3', [result('t2', 'done')]), toolUseResult } as Message))
    expect(ended).toMatchObject({ toolCallId: 't2' })
    expect(told(found('t2'))).toMatchObject([{ toolCallId: 't2', content: [{ type: 'diff' }, below] }])
    const others = updates.of(found('t2')).filter(({ sessionUpdate }) => sessionUpdate !== 'tool_call_update')
    expect(others.map(({ sessionUpdate }) => sessionUpdate)).toEqual(abilities === ALL ? ['notice'] : [])
  }
  // Of a call that nobody was told of it is said as anything else.
  expect(start(NONE).of(found('t9'))).toMatchObject([{ sessionUpdate: 'agent_message_chunk' }])
})

test.each<[string, Event, ReturnType<typeof abilitiesOf>, readonly object[]]>([
  [
    'a warning',
    {
      type: 'notice',
      level: 'warning',
      text: 'Low on space\nFree some',
      localized: verbatim('Low on space\nFree some'),
    },
    ALL,
    [{ sessionUpdate: 'notice', severity: 'warning', title: 'Low on space', description: 'Free some' }],
  ],
  [
    'a warning, to who knows no notices',
    { type: 'notice', level: 'warning', text: 'Low', localized: verbatim('Low') },
    NONE,
    [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Low\n\n' } }],
  ],
  [
    'a hint, to who knows no notices',
    { type: 'notice', level: 'info', text: 'By the way', localized: verbatim('By the way') },
    NONE,
    [],
  ],
  [
    'the answer of a command',
    { type: 'command_output', command: 'cost', text: '$1', localized: verbatim('$1') },
    ALL,
    [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '$1' } }],
  ],
  [
    'words to the person',
    { type: 'to_person', kind: 'message', text: 'Look', toolUseId: 't' },
    ALL,
    [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Look' } }],
  ],
  [
    'a compaction',
    { type: 'status', status: 'compacting' },
    ALL,
    [{ sessionUpdate: 'compaction_update', compactionId: 'id1', status: 'in_progress' }],
  ],
  ['a compaction, to who knows none', { type: 'status', status: 'compacting' }, NONE, []],
  ['words of an agent', entry(assistant('u1', [text('mine')]), AGENT), ALL, []],
  ['a piece of an agent', { ...delta({ type: 'text_delta', text: 'x' }), agent: AGENT }, ALL, []],
  ['what was said before', { ...userEntry('u1', 'x'), replay: true } as Event, ALL, []],
])('%s is told as it can be', (_, event, abilities, told) => {
  expect(start(abilities).of(event)).toEqual(told)
})

test('a compaction ends where its boundary stands, or came to nothing', () => {
  const boundary = systemEntry('u1', { subtype: 'compact_boundary', content: '' })
  const ends = (last: Event) => {
    const updates = start()
    return [{ type: 'status', status: 'compacting' } as Event, last]
      .flatMap(event => updates.of(event))
      .map(update => 'status' in update && update.status)
  }
  expect(ends(boundary)).toEqual(['in_progress', 'completed'])
  expect(ends({ type: 'status', status: null })).toEqual(['in_progress', 'cancelled'])
})

test('a call of an agent names it and the call that started it, from its own directory', () => {
  const updates = start()
  updates.of({ type: 'agent_changed', info: { id: 'ag1', cwd: '/real/w/tree' } as never })
  const [told] = updates.of(entry(assistant('u1', [use('t1', 'Read', { file_path: 'a' })]), AGENT))
  expect(told).toMatchObject({
    title: 'scout: Read a',
    locations: [{ path: '/w/tree/a' }],
    _meta: { capstan: { agent: { id: 'ag1', name: 'scout' }, parentToolCallId: 'toolu_a' } },
  })
})

test('a call that was thrown away with its reply does not stay open', () => {
  const updates = start()
  updates.of(entry(assistant('u1', [use('t1', 'Read', {})])))
  const gone: Event = { type: 'tombstone', uuids: ['u1'] }
  expect(updates.of(gone)).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'failed' },
  ])
  expect(updates.of(gone)).toEqual([])
})

test('what is in a terminal of the client stays there, and is not printed twice', () => {
  const updates = start()
  updates.of(entry(assistant('u1', [use('t1', 'Bash', { command: 'make' })])))
  const progress: Event = {
    type: 'tool_progress',
    toolUseId: 't1',
    toolName: 'Bash',
    elapsedMs: 1,
    text: '50%',
  }
  expect(updates.of(progress)).toMatchObject([{ content: [{ content: { text: '```\n50%\n```' } }] }])
  const terminal = { type: 'terminal', terminalId: 'x' }
  expect(updates.calls.inTerminal('t1', 'x')).toMatchObject({ content: [terminal] })
  expect(updates.of(progress)).toEqual([])
  expect(updates.of(entry(user('u2', [result('t1', 'built')])))).toMatchObject([{ content: [terminal] }])
})

test('the task list is the plan as far as it is known', () => {
  const updates = start()
  const after = (name: string, input: object, toolUseResult: object) => {
    updates.of(entry(assistant('u', [use(name, name, input)])))
    const told = updates.of(entry({ ...user('r', [result(name)]), toolUseResult }))
    return told.flatMap(update => (update.sessionUpdate === 'plan' ? [update.entries] : []))
  }
  const step = (content: string, status: string) => ({ content, status, priority: 'medium' })
  expect(after('TaskCreate', {}, { task: { id: '1', subject: 'Look' } })).toEqual([[step('Look', 'pending')]])
  expect(
    after('TaskUpdate', { taskId: '1' }, { taskId: '1', statusChange: { from: 'pending', to: 'completed' } }),
  ).toEqual([[step('Look', 'completed')]])
  expect(after('TaskUpdate', {}, { taskId: '9', statusChange: { to: 'completed' } })).toEqual([])
  expect(after('TaskList', {}, { tasks: [{ id: '2', subject: 'Go', status: 'in_progress' }] })).toEqual([
    [step('Go', 'in_progress')],
  ])
  expect(
    after('TaskUpdate', {}, { taskId: '2', statusChange: { from: 'in_progress', to: 'deleted' } }),
  ).toEqual([[]])
})

test('a conversation from before is told from its first word, without what only the model reads', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } } as const
  const told = start().replay(
    presentedMessages([
      user('u1', [text('see <system-reminder>psst</system-reminder>'), image]),
      { ...user('u2', 'for the model'), isMeta: true },
      assistant('u3', [text('I see'), call('t1')]),
      user('u4', [{ ...result('t1', 'broken'), is_error: true }]),
      { ...assistant('u5', [text('overloaded')]), isApiErrorMessage: true },
    ]),
  )
  expect(
    told.map(update => [
      update.sessionUpdate,
      'content' in update && update.content && 'text' in update.content ? update.content.text : undefined,
    ]),
  ).toEqual([
    ['user_message_chunk', 'see'],
    ['user_message_chunk', undefined],
    ['agent_message_chunk', 'I see'],
    ['tool_call', undefined],
    ['tool_call_update', undefined],
  ])
  expect(told.at(-1)).toMatchObject({ status: 'failed' })
})

test('what an agent says is shown below the call that started it while it works, and not after its result', () => {
  const updates = start()
  updates.of(entry(assistant('u1', [use('toolu_a', 'Agent', { description: 'look', prompt: 'look' })])))
  const words = (said: string) => updates.of(entry(assistant(`u-${said}`, [text(said)]), AGENT))
  const shown = (content: string) => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'toolu_a',
    status: 'in_progress',
    content: [{ type: 'content', content: { type: 'text', text: content } }],
  })
  expect([...words('Looking.'), ...words('Found it.')]).toEqual([
    shown('Looking.'),
    shown('Looking.\n\nFound it.'),
  ])
  updates.of(entry(user('u2', [result('toolu_a', 'It is there.')])))
  expect(words('More.')).toEqual([])
})
