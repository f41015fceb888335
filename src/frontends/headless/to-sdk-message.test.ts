import { expect, test } from 'vitest'
import {
  assistantEntry,
  systemEntry,
  turnEnded,
  turnStarted,
  userEntry,
} from '../../../test/support/fake-events.ts'
import type { Event } from '../../protocol/event.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { ModelErrorKind } from '../../protocol/model.ts'
import { AnnouncedAgents } from './agent-messages.ts'
import { ThinkingTokens } from './thinking-tokens.ts'
import { type SdkContext, toSdkMessages } from './to-sdk-message.ts'

const CONTEXT: SdkContext = {
  sessionId: 's1',
  version: '1.0.0',
  betas: [],
  includePartialMessages: false,
  includeHookEvents: false,
  replayUserMessages: false,
  forwardAgentText: false,
  isOwnMessage: uuid => uuid === 'own',
  userMessageUuid: undefined,
  ids: () => 'new',
  agents: new AnnouncedAgents(() => 70_000),
  thinking: new ThinkingTokens(),
}
const NEW = { uuid: 'new', session_id: 's1' }
const translate = (event: Event, context: Partial<SdkContext> = {}) =>
  toSdkMessages(event, { ...CONTEXT, ...context })

const STARTED: Event = {
  type: 'hook',
  hook: { id: 'h1', name: 'PreToolUse:Bash', event: 'PreToolUse', phase: 'started' },
}

test.each<[string, Event, object]>([
  [
    'a retry',
    { type: 'retry', attempt: 2, maxRetries: 10, delayMs: 512.3, status: 529, error: 'overloaded' },
    {
      type: 'system',
      subtype: 'api_retry',
      attempt: 2,
      max_retries: 10,
      retry_delay_ms: 512,
      error_status: 529,
      error: 'overloaded',
      ...NEW,
    },
  ],
  [
    'what the browser shows',
    {
      type: 'browser_changed',
      state: {
        on: true,
        running: true,
        window: false,
        enclosed: true,
        tabs: [{ number: 1, url: 'http://localhost/', title: 'Shop', current: true }],
        downloads: '/d',
      },
    },
    {
      type: 'system',
      subtype: 'browser_changed',
      on: true,
      running: true,
      tabs: [{ number: 1, url: 'http://localhost/', title: 'Shop', current: true }],
      ...NEW,
    },
  ],
  [
    'a status',
    { type: 'status', status: 'compacting' },
    { type: 'system', subtype: 'status', status: 'compacting', ...NEW },
  ],
  [
    'a change of mode',
    { type: 'status', status: null, mode: 'plan' },
    { type: 'system', subtype: 'status', status: null, permissionMode: 'plan', ...NEW },
  ],
  [
    'a notice',
    { type: 'notice', level: 'notice', text: 'Note.', localized: verbatim('Note.'), toolUseId: 't1' },
    {
      type: 'system',
      subtype: 'informational',
      content: 'Note.',
      localized: verbatim('Note.'),
      level: 'notice',
      tool_use_id: 't1',
      ...NEW,
    },
  ],
  [
    'what the model tells the person while it works',
    { type: 'to_person', kind: 'message', text: 'Found it.', toolUseId: 't1' },
    {
      type: 'system',
      subtype: 'informational',
      content: 'Found it.',
      level: 'notice',
      tool_use_id: 't1',
      to_person: 'message',
      ...NEW,
    },
  ],
  [
    'an error notice, for which the wire has no level',
    { type: 'notice', level: 'error', text: 'Oh.', localized: verbatim('Oh.') },
    {
      type: 'system',
      subtype: 'informational',
      content: 'Oh.',
      localized: verbatim('Oh.'),
      level: 'warning',
      ...NEW,
    },
  ],
  [
    'a denial',
    {
      type: 'permission_denied',
      toolName: 'Write',
      toolUseId: 't1',
      reasonType: 'mode',
      message: 'No.',
      localized: verbatim('No.'),
    },
    {
      type: 'system',
      subtype: 'permission_denied',
      tool_name: 'Write',
      tool_use_id: 't1',
      decision_reason_type: 'mode',
      message: 'No.',
      localized: verbatim('No.'),
      ...NEW,
    },
  ],
  [
    'a tombstone',
    { type: 'tombstone', uuids: ['a1', 'a2'] },
    { type: 'system', subtype: 'tombstone', removed: ['a1', 'a2'], ...NEW },
  ],
  [
    'a compaction',
    systemEntry('c1', {
      subtype: 'compact_boundary',
      content: '',
      compactMetadata: { trigger: 'reactive', preTokens: 900, postTokens: 90 },
    }),
    {
      type: 'system',
      subtype: 'compact_boundary',
      compact_metadata: { trigger: 'auto', pre_tokens: 900, post_tokens: 90 },
      uuid: 'c1',
      session_id: 's1',
    },
  ],
  [
    'a stored notice',
    systemEntry('n1', { subtype: 'informational', content: 'Note.', level: 'suggestion' }),
    {
      type: 'system',
      subtype: 'informational',
      content: 'Note.',
      level: 'suggestion',
      uuid: 'n1',
      session_id: 's1',
    },
  ],
  [
    'the answer of a command',
    { type: 'command_output', command: 'cost', text: 'Cost: $1.00', localized: verbatim('Cost: $1.00') },
    {
      type: 'system',
      subtype: 'local_command_output',
      content: 'Cost: $1.00',
      localized: verbatim('Cost: $1.00'),
      uuid: expect.any(String),
      session_id: 's1',
    },
  ],
  [
    'a nudge of the harness',
    userEntry('u1', 'Go on.', { isMeta: true }),
    {
      type: 'user',
      message: { role: 'user', content: 'Go on.' },
      parent_tool_use_id: null,
      session_id: 's1',
      uuid: 'u1',
      timestamp: '2026-01-01T00:00:00.000Z',
      isSynthetic: true,
    },
  ],
])('%s has its line', (_, event, message) => {
  expect(translate(event)).toEqual([message])
})

test.each<[string, Event]>([
  ['the person’s own message', userEntry('own', 'hi')],
  ['restored history', { ...assistantEntry('a1', { type: 'text', text: 'x' }), replay: true } as Event],
  ['a stored tombstone', systemEntry('t1', { subtype: 'tombstone', content: '', removed: ['a1'] })],
  ['a raw stream event nobody asked for', { type: 'stream', event: { type: 'ping' } }],
  ['a hook nobody asked about', STARTED],
  ['a transition', { type: 'transition', transition: { kind: 'next_turn' } }],
  ['a settled question', { type: 'permission_settled', id: 'q', withdrawn: false }],
])('%s has none', (_, event) => {
  expect(translate(event)).toEqual([])
})

test('hooks are reported when asked for, those of the session start always', () => {
  const ended: Event = {
    type: 'hook',
    hook: {
      id: 'h2',
      name: 'SessionStart',
      event: 'SessionStart',
      phase: 'ended',
      stdout: 'out',
      stderr: 'err',
      exitCode: 0,
      outcome: 'success',
    },
  }
  expect(translate(STARTED, { includeHookEvents: true })).toEqual([
    {
      type: 'system',
      subtype: 'hook_started',
      hook_id: 'h1',
      hook_name: 'PreToolUse:Bash',
      hook_event: 'PreToolUse',
      ...NEW,
    },
  ])
  expect(translate(ended)).toEqual([
    {
      type: 'system',
      subtype: 'hook_response',
      hook_id: 'h2',
      hook_name: 'SessionStart',
      hook_event: 'SessionStart',
      stdout: 'out',
      stderr: 'err',
      output: 'outerr',
      exit_code: 0,
      outcome: 'success',
      ...NEW,
    },
  ])
})

test('a hook that ended the turn is told before the result', () => {
  const [told, result] = translate(turnEnded({ kind: 'hook_stopped', message: 'Enough.' }))
  expect(told).toEqual({
    type: 'system',
    subtype: 'informational',
    content: 'Enough.',
    level: 'warning',
    prevent_continuation: true,
    ...NEW,
  })
  expect(result).toMatchObject({ type: 'result', terminal_reason: 'hook_stopped' })
})

test('a hook whose words are the result is not told twice', () => {
  const lines = translate(turnEnded({ kind: 'hook_stopped', message: 'Enough.' }, { text: 'Enough.' }))
  expect(lines).toMatchObject([{ type: 'result', result: 'Enough.' }])
})

test.each<[ModelErrorKind, string]>([
  ['prompt_too_long', 'invalid_request'],
  ['media_too_large', 'invalid_request'],
  ['stream_broken', 'server_error'],
  ['network', 'unknown'],
  ['rate_limit', 'rate_limit'],
])('a retry because of %s says %s', (error, wire) => {
  const [line] = translate({ type: 'retry', attempt: 1, maxRetries: 1, delayMs: 1, status: null, error })
  expect(line).toMatchObject({ error: wire, error_status: null })
})

test('aborted and failed assistant messages say so', () => {
  const [line] = translate(
    assistantEntry(
      'a1',
      { type: 'text', text: 'x' },
      { aborted: true, error: 'rate_limit', requestId: 'req' },
    ),
  )
  expect(line).toMatchObject({ aborted: true, error: 'rate_limit', request_id: 'req', uuid: 'a1' })
})

const AGENT = { id: 'a1', name: 'Explore', toolUseId: 'toolu_a' }
const PARENT = { parent_tool_use_id: 'toolu_a' }
const OWN = { ...PARENT, agent_id: 'a1' }

test.each<[string, Event, object]>([
  ['a word', assistantEntry('x', { type: 'text', text: 'Hi' }), { type: 'assistant', uuid: 'x', ...OWN }],
  ['its prompt', userEntry('u', 'look'), { type: 'user', uuid: 'u', ...OWN }],
  [
    'a result',
    userEntry('r', [{ type: 'tool_result', tool_use_id: 't', content: 'x' }], { toolUseResult: { a: 1 } }),
    { type: 'user', uuid: 'r', tool_use_result: { a: 1 }, ...OWN },
  ],
  [
    'progress',
    { type: 'tool_progress', toolUseId: 't', toolName: 'Bash', elapsedMs: 100, text: '' },
    { type: 'tool_progress', tool_use_id: 't', ...PARENT },
  ],
  ['a delta', { type: 'stream', event: { type: 'ping' } }, { type: 'stream_event', ...PARENT }],
  [
    'a denial',
    {
      type: 'permission_denied',
      toolName: 'Bash',
      toolUseId: 't',
      reasonType: 'rule',
      message: 'no',
      localized: verbatim('no'),
    },
    { subtype: 'permission_denied', tool_use_id: 't', agent_id: 'a1' },
  ],
  [
    'a notice',
    { type: 'notice', level: 'warning', text: 'Oh.', localized: verbatim('Oh.') },
    { subtype: 'informational', content: 'Oh.', tool_use_id: 'toolu_a' },
  ],
  ['a tombstone', { type: 'tombstone', uuids: ['x'] }, { subtype: 'tombstone', removed: ['x'] }],
])('%s of an agent goes out for the call that started it', (_, event, message) => {
  const context = { includePartialMessages: true, forwardAgentText: true }
  const [sent, ...more] = translate({ ...event, agent: AGENT }, context)
  expect(sent).toMatchObject(message)
  expect(more).toEqual([])
})

test('an entry of an agent is passed on although it is of a side chain; of nobody it is not', () => {
  const event = assistantEntry('x', { type: 'tool_use', id: 't', name: 'Read', input: {} })
  if (event.type !== 'entry') throw new Error('not an entry')
  const side: Event = { ...event, entry: { ...event.entry, isSidechain: true } }
  expect([translate({ ...side, agent: AGENT }).length, translate(side).length]).toEqual([1, 0])
})

test.each<[string, Event]>([
  ['the beginning of a turn', turnStarted('u')],
  ['the end of a turn', turnEnded()],
  ['a status', { type: 'status', status: 'compacting' }],
  ['a retry', { type: 'retry', attempt: 1, maxRetries: 2, delayMs: 1, status: 529, error: 'overloaded' }],
  ['a boundary', systemEntry('b', { subtype: 'compact_boundary', content: '' })],
  [
    'an entry of an earlier run',
    { ...assistantEntry('x', { type: 'text', text: '' }), replay: true } as Event,
  ],
])('%s of an agent would be taken for the conversation and stays', (_, event) => {
  expect(translate({ ...event, agent: AGENT })).toEqual([])
})
