import { expect, test } from 'vitest'
import { driveHeadless, type FakeHost, type WireLine } from '../../../test/support/drive-headless.ts'
import type { TurnScript } from '../../../test/support/fake-engine.ts'
import {
  assistantEntry,
  permissionRequest,
  turnEnded,
  turnStarted,
  userEntry,
} from '../../../test/support/fake-events.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { PermissionAnswer } from '../../protocol/permission.ts'

const HOSTED = { inputFormat: 'stream-json' } as const
const ASKING = { ...HOSTED, permissionPromptTool: 'stdio' } as const

const user = (content: unknown, more: object = {}): WireLine => ({
  type: 'user',
  session_id: '',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  ...more,
})
const request = (id: string, subtype: string, fields: object = {}): WireLine => ({
  type: 'control_request',
  request_id: id,
  request: { subtype, ...fields },
})
const success = (id: string, response: unknown): WireLine => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
})
const failure = (id: string, error: string, more: object = {}): WireLine => ({
  type: 'control_response',
  response: { subtype: 'error', request_id: id, error, ...more },
})
const kinds = (lines: readonly WireLine[]): readonly string[] =>
  lines.map(line => [line['type'], line['subtype']].filter(Boolean).join('/'))

const reply =
  (text: string): TurnScript =>
  async turn =>
    turn.emit(
      turnStarted(turn.uuid),
      userEntry(turn.uuid, 'said'),
      assistantEntry(`a-${text}`, { type: 'text', text }),
      turnEnded(undefined, { text }),
    )

const andHangUp =
  (...lines: readonly (WireLine | string)[]) =>
  (host: FakeHost): void => {
    host.say(...lines)
    host.hangUp()
  }

test('initialize is answered before the turn that is already in the pipe', async () => {
  const { lines, code } = await driveHeadless({
    options: HOSTED,
    turns: [reply('A')],
    opening: andHangUp(request('r1', 'initialize', { hooks: null }), user([{ type: 'text', text: 'hi' }])),
  })
  expect(code).toBe(0)
  expect(lines[0]).toEqual(
    success('r1', {
      commands: [],
      agents: [],
      output_style: 'default',
      available_output_styles: ['default'],
      models: [{ value: 'default', displayName: 'Default', description: 'The default model' }],
      account: { apiKeySource: 'none' },
      claude_code_version: '1.0.0',
      hook_on_failure_supported: true,
    }),
  )
  expect(kinds(lines)).toEqual(['control_response', 'system/init', 'assistant', 'result/success'])
})

test('initialize hands its prompt, schema and title on before the first turn', async () => {
  const { engine, opened } = await driveHeadless({
    options: HOSTED,
    turns: [reply('A')],
    opening: andHangUp(
      request('r1', 'initialize', {
        systemPrompt: [''],
        appendSystemPrompt: 'Be brief.',
        jsonSchema: { type: 'object' },
        title: 'T',
        agents: {},
        supportedDialogKinds: ['x'],
      }),
      user('hi'),
    ),
  })
  expect(opened).toEqual([
    { systemPrompt: [''], appendSystemPrompt: 'Be brief.', jsonSchema: { type: 'object' }, title: 'T' },
  ])
  expect(engine.ops.map(op => op.type)).toEqual(['submit'])
})

test.each<[string, unknown, unknown?]>([
  ['agents', { reviewer: { description: 'd', prompt: 'p' } }],
  ['skills', ['pdf']],
  ['skills', []],
  ['plugins', [{ type: 'local', path: '/p' }], [{ path: '/p' }]],
  ['toolAliases', { Bash: 'mcp__box__bash' }],
  ['planModeInstructions', 'Plan in verse.'],
  ['promptSuggestions', true],
  ['excludeDynamicSections', true],
  ['systemPromptSnapshot', false],
])('initialize with %s opens the session with it', async (field, value, expected = value) => {
  const { code, opened, errors } = await driveHeadless({
    options: HOSTED,
    turns: [reply('A')],
    answers: { plugins: [] },
    opening: andHangUp(request('r1', 'initialize', { [field]: value }), user('hi')),
  })
  expect({ code, opened, errors }).toEqual({ code: 0, opened: [{ [field]: expected }], errors: [] })
})

test('hooks of a host are asked of it, answered by it, and withdrawn when nobody waits any more', async () => {
  const input = {
    session_id: 's',
    transcript_path: '',
    cwd: '/',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_use_id: 't1',
  } as const
  const hooks = {
    PreToolUse: [{ matcher: 'Bash', hookCallbackIds: ['hook_0'], timeout: 5, onFailure: 'block' }],
  }
  const { lines, engine, opened } = await driveHeadless({
    options: HOSTED,
    turns: [
      async turn => {
        await turn.emit({ type: 'hook_callback', id: 'h1', callbackId: 'hook_0', input })
        await turn.emit({ type: 'hook_callback', id: 'h2', callbackId: 'hook_0', input })
        await turn.emit({ type: 'hook_settled', id: 'h2', withdrawn: true })
      },
    ],
    opening: host => host.say(request('r1', 'initialize', { hooks }), user('hi')),
    hears: (line, host) => {
      const asked = line['request'] as { readonly subtype?: string } | undefined
      if (asked?.subtype === 'hook_callback' && line['request_id'] === 'h1')
        host.say({
          type: 'control_response',
          response: { subtype: 'success', request_id: 'h1', response: { decision: 'block' } },
        })
      if (line['type'] === 'control_cancel_request') host.hangUp()
    },
  })
  expect(opened[0]?.hooks).toEqual({
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [{ type: 'callback', callbackId: 'hook_0', timeout: 5, failClosed: true }],
      },
    ],
  })
  expect(lines[0]).toMatchObject({
    response: { response: { hooks_applied: true, hook_on_failure_supported: true } },
  })
  expect(lines.filter(line => line['request_id'] === 'h1')).toMatchObject([
    { type: 'control_request', request: { callback_id: 'hook_0', tool_use_id: 't1', input } },
  ])
  expect(lines.at(-1)).toEqual({ type: 'control_cancel_request', request_id: 'h2' })
  expect(engine.ops.filter(op => op.type === 'answer_hook')).toEqual([
    { type: 'answer_hook', id: 'h1', answer: { output: { decision: 'block' } } },
  ])
})

test('a field of initialize that nobody knows is said and does no harm', async () => {
  const { errors, code } = await driveHeadless({
    options: HOSTED,
    turns: [],
    opening: andHangUp(request('r1', 'initialize', { newThing: 1 })),
  })
  expect({ errors, code }).toEqual({
    errors: ['initialize: the field newThing is not known and has no effect.'],
    code: 0,
  })
})

test('initialize may come again, but cannot change a run that has begun', async () => {
  const { lines, code } = await driveHeadless({
    options: HOSTED,
    turns: [reply('A')],
    opening: andHangUp(
      request('r1', 'initialize', { appendSystemPrompt: 'x' }),
      user('hi'),
      request('r2', 'initialize', { appendSystemPrompt: 'x' }),
      request('r3', 'initialize', { appendSystemPrompt: 'y' }),
    ),
  })
  const answers = lines.filter(line => line['type'] === 'control_response')
  expect(answers.slice(1)).toEqual([
    expect.objectContaining({ response: expect.objectContaining({ subtype: 'success', request_id: 'r2' }) }),
    failure('r3', 'initialize cannot change the run after the first message.'),
  ])
  expect(code).toBe(1)
})

test('a session without initialize is opened with nothing, also when nothing is said at all', async () => {
  expect(
    (await driveHeadless({ options: HOSTED, turns: [], opening: host => host.hangUp() })).opened,
  ).toEqual([undefined])
  const { opened, code } = await driveHeadless({
    options: HOSTED,
    turns: [reply('A')],
    opening: andHangUp({ type: 'keep_alive' }, user('hi'), request('r1', 'initialize')),
  })
  expect({ opened, code }).toEqual({ opened: [undefined], code: 0 })
})

test('initialize behind other requests still counts for the first turn, and so do they', async () => {
  const { opened, engine, lines, code } = await driveHeadless({
    options: HOSTED,
    turns: [reply('A')],
    opening: andHangUp(
      request('r1', 'set_model', { model: 'small' }),
      request('r2', 'initialize', { systemPrompt: ['S'] }),
      request('r3', 'initialize', { appendSystemPrompt: 'A' }),
      user('hi'),
    ),
  })
  expect(opened).toEqual([
    undefined,
    { systemPrompt: ['S'] },
    { systemPrompt: ['S'], appendSystemPrompt: 'A' },
  ])
  expect(engine.ops.map(op => op.type)).toEqual(['set_model', 'set_model', 'set_model', 'submit'])
  expect(kinds(lines).filter(kind => kind === 'control_response').length).toBe(3)
  expect(code).toBe(0)
})

test('whoever is stopped before the host has said a word opens nothing', async () => {
  const signal = AbortSignal.abort('SIGTERM')
  const { opened, code } = await driveHeadless({ options: HOSTED, turns: [], signal })
  expect({ opened, code }).toEqual({ opened: [], code: 143 })
})

test('a host hears of all commands when some have come or gone', async () => {
  const named = (name: string) => ({ name, description: `does ${name}` })
  const { lines } = await driveHeadless({
    options: HOSTED,
    answers: { commands: [named('review'), { ...named('theme'), needsScreen: true }] },
    turns: [
      async turn =>
        turn.emit(turnStarted(turn.uuid), { type: 'contributions_changed' }, turnEnded(undefined)),
    ],
    opening: andHangUp(user('hi')),
  })
  expect(lines.find(line => line['subtype'] === 'commands_changed')).toEqual({
    type: 'system',
    subtype: 'commands_changed',
    commands: [{ name: 'review', description: 'does review', argumentHint: '' }],
    uuid: expect.any(String),
    session_id: expect.any(String),
  })
})

test('each turn begins with init and ends with one result, also when messages wait', async () => {
  const { lines, engine } = await driveHeadless({
    options: HOSTED,
    turns: [reply('A'), reply('B')],
    opening: andHangUp(user('one', { uuid: 'u1' }), user('two', { uuid: 'u2' })),
  })
  expect(kinds(lines)).toEqual([
    'system/init',
    'assistant',
    'result/success',
    'system/init',
    'assistant',
    'result/success',
  ])
  expect(lines.filter(line => line['type'] === 'result').map(line => line['user_message_uuid'])).toEqual([
    'u1',
    'u2',
  ])
  expect(engine.ops).toEqual([
    { type: 'submit', content: 'one', uuid: 'u1' },
    { type: 'submit', content: 'two', uuid: 'u2' },
  ])
})

test('the exit code is that of the last result', async () => {
  const failing: TurnScript = async turn =>
    turn.emit(turnEnded({ kind: 'model_error', message: 'x', error: 'unknown' }))
  const first = await driveHeadless({
    options: HOSTED,
    turns: [failing, reply('B')],
    opening: andHangUp(user('1'), user('2')),
  })
  const last = await driveHeadless({
    options: HOSTED,
    turns: [reply('B'), failing],
    opening: andHangUp(user('1'), user('2')),
  })
  expect([first.code, last.code]).toEqual([0, 1])
})

test('replayed messages carry the sender’s uuid once they are stored', async () => {
  const { lines } = await driveHeadless({
    options: { ...HOSTED, replayUserMessages: true },
    turns: [reply('A')],
    opening: andHangUp(user('said', { uuid: 'u1' })),
  })
  expect(lines[1]).toEqual({
    type: 'user',
    message: { role: 'user', content: 'said' },
    parent_tool_use_id: null,
    session_id: 's1',
    uuid: 'u1',
    timestamp: '2026-01-01T00:00:00.000Z',
    isReplay: true,
  })
})

test('a message that asks for no turn joins the history', async () => {
  const { engine, lines, code } = await driveHeadless({
    options: HOSTED,
    turns: [],
    opening: andHangUp(user('note', { uuid: 'u1', shouldQuery: false, isSynthetic: true })),
  })
  expect(engine.ops).toEqual([{ type: 'submit', content: 'note', uuid: 'u1', query: false, isMeta: true }])
  expect({ lines, code }).toEqual({ lines: [], code: 0 })
})

test('an interrupt is answered before the result of the turn it ends, and the session goes on', async () => {
  const { lines, code } = await driveHeadless({
    options: HOSTED,
    turns: [
      async turn => {
        await turn.emit(turnStarted(turn.uuid))
        await turn.interrupted
        await turn.emit(turnEnded({ kind: 'aborted_tools' }, { stopReason: null, queued: 1 }))
      },
      reply('B'),
    ],
    opening: host => host.say(user('one', { uuid: 'u1' }), user('two', { uuid: 'u2' })),
    hears: (line, host) => {
      if (line['subtype'] === 'init') {
        host.say(request('r1', 'interrupt'))
        host.hangUp()
      }
    },
  })
  expect(lines[1]).toEqual(success('r1', { still_queued: ['u2'] }))
  expect(lines[2]).toMatchObject({
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    terminal_reason: 'aborted_tools',
    queued_turn_count: 1,
    errors: ['The turn was interrupted.'],
  })
  expect(kinds(lines.slice(3))).toEqual(['system/init', 'assistant', 'result/success'])
  expect(code).toBe(0)
})

test('an interrupt may also empty the queue', async () => {
  const { lines, engine, code } = await driveHeadless({
    options: HOSTED,
    turns: [
      async turn => {
        await turn.emit(turnStarted(turn.uuid))
        await turn.interrupted
        await turn.emit(turnEnded({ kind: 'aborted_streaming' }))
      },
    ],
    opening: andHangUp(
      user('one', { uuid: 'u1' }),
      user('two', { uuid: 'u2' }),
      request('r1', 'interrupt', { cancel_queued: true }),
    ),
  })
  expect(lines.find(line => line['type'] === 'control_response')).toEqual(
    success('r1', { still_queued: [], cancelled: ['u2'] }),
  )
  expect(engine.ops.at(-1)).toEqual({ type: 'interrupt', reason: 'user', cancelQueued: true })
  expect(code).toBe(0)
})

test('model and mode are set through the engine', async () => {
  const { lines, engine } = await driveHeadless({
    options: { ...HOSTED, allowBypass: true },
    turns: [],
    opening: andHangUp(
      request('1', 'set_model', { model: 'opus' }),
      request('2', 'set_model', { model: 'default' }),
      request('3', 'set_model', { model: null }),
      request('4', 'set_permission_mode', { mode: 'plan' }),
      request('5', 'set_permission_mode', { mode: 'manual' }),
      request('6', 'set_permission_mode', { mode: 'bypassPermissions' }),
    ),
  })
  expect(engine.ops).toEqual([
    { type: 'set_model', model: 'opus' },
    { type: 'set_model' },
    { type: 'set_model' },
    { type: 'set_mode', mode: 'plan' },
    { type: 'set_mode', mode: 'default' },
    { type: 'set_mode', mode: 'bypassPermissions' },
  ])
  expect(lines).toEqual([
    success('1', {}),
    success('2', {}),
    success('3', {}),
    success('4', { mode: 'plan' }),
    success('5', { mode: 'default' }),
    success('6', { mode: 'bypassPermissions' }),
  ])
})

test('assistant mode is switched through the engine, and what it may do is answered', async () => {
  const assistant = { dayUsd: 2, dayTicks: 48, usd: 0, ticks: 0, nextAt: '2026-11-16T12:05:00.000Z' }
  const { lines, engine } = await driveHeadless({
    options: HOSTED,
    turns: [],
    answers: { assistant },
    opening: andHangUp(
      request('1', 'set_assistant', { enabled: true }),
      request('2', 'set_assistant', { enabled: 'yes' }),
    ),
  })
  expect(engine.ops).toEqual([{ type: 'set_assistant', enabled: true }])
  expect(lines).toEqual([
    success('1', { assistant }),
    failure('2', expect.stringContaining('enabled'), { error_code: 'invalid_request' }),
  ])
})

test('requests that cannot be served get an error and the session goes on', async () => {
  const { lines, code, engine } = await driveHeadless({
    options: HOSTED,
    turns: [reply('A')],
    prepare: fake => fake.refusals.set('set_model', 'No such model: x'),
    opening: andHangUp(
      request('1', 'make_coffee'),
      request('2', 'set_permission_mode', { mode: 'yolo' }),
      request('3', 'set_permission_mode', { mode: 'bypassPermissions' }),
      request('4', 'set_model', { model: 'x' }),
      user('hi'),
    ),
  })
  expect(lines.slice(0, 4)).toEqual([
    failure('1', 'Unsupported control request subtype: make_coffee', { error_code: 'unsupported_request' }),
    failure('2', expect.stringContaining('mode: '), { error_code: 'invalid_request' }),
    failure('3', expect.stringContaining('bypassPermissions is not open to this run')),
    failure('4', 'No such model: x', { localized: verbatim('No such model: x') }),
  ])
  expect(engine.ops.filter(op => op.type === 'set_mode')).toEqual([])
  expect(code).toBe(0)
})

const CAN_USE_TOOL = {
  type: 'control_request',
  request: {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: { command: 'touch x' },
    tool_use_id: 'toolu_1',
    permission_suggestions: permissionRequest('q1').decision.offer,
    decision_reason: 'touch changes files',
    decision_reason_type: 'other',
  },
}

const asking =
  (heard: (answer: PermissionAnswer | 'withdrawn') => void): TurnScript =>
  async turn => {
    heard(await turn.ask(permissionRequest('q1')))
    await turn.emit(turnEnded())
  }

const BYPASS = { type: 'setMode', mode: 'bypassPermissions', destination: 'session' }
const RULE = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'touch *' }],
  behavior: 'allow',
  destination: 'session',
}

test.each<[string, (id: string) => WireLine, PermissionAnswer]>([
  ['a plain yes', id => success(id, { behavior: 'allow', toolUseID: 'toolu_1' }), { behavior: 'allow' }],
  [
    'a yes with changes',
    id => success(id, { behavior: 'allow', updatedInput: { command: 'ls' }, updatedPermissions: [RULE] }),
    {
      behavior: 'allow',
      updatedInput: { command: 'ls' },
      updatedPermissions: [
        {
          type: 'addRules',
          rules: [{ toolName: 'Bash', ruleContent: 'touch *' }],
          behavior: 'allow',
          destination: 'session',
        },
      ],
    },
  ],
  [
    'a no that stops the turn',
    id => success(id, { behavior: 'deny', message: 'Not now.', interrupt: true }),
    { behavior: 'deny', message: 'Not now.', interrupt: true },
  ],
  [
    'an error, as a no',
    id => failure(id, 'canUseTool callback is not provided.'),
    {
      behavior: 'deny',
      message: 'The permission question failed: canUseTool callback is not provided.',
      localized: expect.objectContaining({ id: 'sdk-host.question_failed' }),
      failed: true,
    },
  ],
  [
    'something else, as a no',
    id => success(id, { behavior: 'maybe' }),
    {
      behavior: 'deny',
      message: expect.stringContaining('is not valid'),
      localized: expect.objectContaining({ id: 'sdk-host.answer_invalid' }),
      failed: true,
    },
  ],
  [
    'a yes with a broken rule, as a no',
    id => success(id, { behavior: 'allow', updatedPermissions: [{ type: 'addRules' }] }),
    {
      behavior: 'deny',
      message: expect.stringContaining('is not valid'),
      localized: expect.objectContaining({ id: 'sdk-host.answer_invalid' }),
      failed: true,
    },
  ],
  [
    'a yes that opens everything, as a no',
    id => success(id, { behavior: 'allow', updatedPermissions: [BYPASS] }),
    {
      behavior: 'deny',
      message: expect.stringContaining('bypassPermissions'),
      localized: expect.objectContaining({ id: 'sdk-host.answer_bypasses' }),
      failed: true,
    },
  ],
])('the host answers a permission question with %s', async (_, answer, expected) => {
  let heard: unknown
  const { lines, engine } = await driveHeadless({
    options: ASKING,
    turns: [
      asking(got => {
        heard = got
      }),
    ],
    opening: host => host.say(user('hi', { uuid: 'u1' })),
    hears: (line, host) => {
      if (line['type'] === 'control_request') {
        // The second answer comes too late and must do nothing.
        host.say(
          answer(String(line['request_id'])),
          success(String(line['request_id']), { behavior: 'allow' }),
        )
        host.hangUp()
      }
    },
  })
  expect(lines[0]).toEqual({ ...CAN_USE_TOOL, request_id: 'id-1' })
  expect(heard).toEqual(expected)
  expect(engine.ops.map(op => op.type)).toEqual(['submit', 'answer_permission'])
})

test('a question is withdrawn when the turn is interrupted', async () => {
  let heard: unknown
  const { lines } = await driveHeadless({
    options: ASKING,
    turns: [
      asking(got => {
        heard = got
      }),
    ],
    opening: host => host.say(user('hi', { uuid: 'u1' })),
    hears: (line, host) => {
      if (line['type'] === 'control_request') host.say(request('r1', 'interrupt'))
      if (line['type'] === 'control_cancel_request') {
        host.say(success('id-1', { behavior: 'allow' }))
        host.hangUp()
      }
    },
  })
  expect(heard).toBe('withdrawn')
  expect(lines.slice(1, 3)).toEqual([
    success('r1', { still_queued: [] }),
    { type: 'control_cancel_request', request_id: 'id-1' },
  ])
})

test('a host that goes away leaves its questions answered no, open ones and later ones', async () => {
  const heard: unknown[] = []
  await driveHeadless({
    options: ASKING,
    turns: [
      async turn => {
        heard.push(await turn.ask(permissionRequest('q1')), await turn.ask(permissionRequest('q2')))
        await turn.emit(turnEnded())
      },
    ],
    opening: host => host.say(user('hi')),
    hears: (line, host) => {
      if (line['type'] === 'control_request') host.hangUp()
    },
  })
  expect(heard).toEqual([
    {
      behavior: 'deny',
      message: 'The host went away without an answer.',
      localized: expect.objectContaining({ id: 'sdk-host.host_gone' }),
      failed: true,
    },
    {
      behavior: 'deny',
      message: 'There is nobody to ask for permission.',
      localized: expect.objectContaining({ id: 'sdk-host.nobody_to_ask' }),
      failed: true,
    },
  ])
})

test.each([
  ['no JSON', '{"type":', 'Line 2 on stdin is not JSON'],
  ['no object', '[1]', 'Line 2 on stdin is not a JSON object.'],
  ['no type', '{}', 'Line 2 on stdin is not a valid message: it has no "type".'],
  [
    'no content',
    '{"type":"user","message":{"role":"user"}}',
    'Line 2 on stdin is not a valid message: message.content',
  ],
])('a line that is %s stops the run with exit 1', async (_, bad, message) => {
  const { code, errors, lines, engine } = await driveHeadless({
    options: HOSTED,
    turns: [
      async turn => {
        await turn.emit(turnStarted(turn.uuid))
        await turn.interrupted
        await turn.emit(turnEnded({ kind: 'aborted_streaming' }))
      },
    ],
    opening: host => host.say(user('hi'), bad, user('never')),
  })
  expect(code).toBe(1)
  expect(errors).toEqual([expect.stringContaining(message)])
  expect(lines).toContainEqual(
    expect.objectContaining({ subtype: 'informational', content: expect.stringContaining(message) }),
  )
  expect(lines.at(-1)).toMatchObject({
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    errors: [expect.stringContaining(message)],
    terminal_reason: 'aborted_streaming',
  })
  expect(engine.ops.map(op => op.type)).toEqual(['submit', 'interrupt'])
})

test('rewind_files is answered with what changed, what was kept and the way back', async () => {
  const report = {
    canRewind: true as const,
    files: [{ path: '/w/a', action: 'restore' as const, insertions: 2, deletions: 1 }],
    kept: [{ path: '/w/b', why: 'mine', localized: verbatim('mine') }],
    notCovered: ['files that git ignores'],
    localizedNotCovered: ['files that git ignores'],
    insertions: 2,
    deletions: 1,
    undo: 'u1',
  }
  const { lines, engine } = await driveHeadless({
    options: HOSTED,
    turns: [],
    prepare: fake => {
      fake.rewindReport = report
    },
    opening: andHangUp(
      request('r1', 'rewind_files', { user_message_id: 'm1', dry_run: true }),
      request('r2', 'rewind_files', { user_message_id: 'm1', force: true }),
      request('r3', 'rewind_files', {}),
    ),
  })
  const answer = {
    canRewind: true,
    filesChanged: ['/w/a'],
    insertions: 2,
    deletions: 1,
    filesKept: [{ path: '/w/b', why: 'mine', localized: verbatim('mine') }],
    notCovered: ['files that git ignores'],
    localizedNotCovered: ['files that git ignores'],
    undo: 'u1',
  }
  expect(lines.slice(0, 2)).toEqual([success('r1', answer), success('r2', answer)])
  expect(lines[2]).toMatchObject({ response: { subtype: 'error', error_code: 'invalid_request' } })
  expect(engine.rewinds).toEqual([
    { messageUuid: 'm1', dryRun: true, force: false },
    { messageUuid: 'm1', dryRun: false, force: true },
  ])
})

test('a rewind that is not possible is an answer, not an error', async () => {
  const { lines } = await driveHeadless({
    options: HOSTED,
    turns: [],
    opening: andHangUp(request('r1', 'rewind_files', { user_message_id: 'm1' })),
  })
  expect(lines).toEqual([
    success('r1', { canRewind: false, error: 'No history.', localized: verbatim('No history.') }),
  ])
})

test('lines without a meaning here are left alone, and said with verbose', async () => {
  const { code, lines, errors } = await driveHeadless({
    options: { ...HOSTED, verbose: true },
    turns: [],
    opening: andHangUp(
      { type: 'keep_alive' },
      { type: 'control_cancel_request', request_id: 'x' },
      success('nobody-asked', {}),
      '',
      { type: 'update_environment_variables' },
    ),
  })
  expect({ code, lines, errors }).toEqual({
    code: 0,
    lines: [],
    errors: ['Line 5 on stdin has an unknown type and was ignored.'],
  })
})

test('stop_task and background_tasks reach the engine; without an id the first is refused', async () => {
  const { lines, engine } = await driveHeadless({
    options: HOSTED,
    turns: [],
    opening: andHangUp(
      request('1', 'stop_task', { task_id: 'b1' }),
      request('2', 'stop_task'),
      request('3', 'background_tasks', { tool_use_id: 't1' }),
      request('4', 'background_tasks', { tool_use_id: null }),
    ),
  })
  expect(lines.map(line => line['response'])).toMatchObject([
    { subtype: 'success', request_id: '1', response: {} },
    { subtype: 'error', request_id: '2', error_code: 'invalid_request' },
    { subtype: 'success', request_id: '3' },
    { subtype: 'success', request_id: '4' },
  ])
  expect(engine.ops).toEqual([
    { type: 'stop_task', taskId: 'b1' },
    { type: 'move_to_background', toolUseId: 't1' },
    { type: 'move_to_background' },
  ])
})

test('a host is told which agent asks', async () => {
  const agent = { id: 'a1', name: 'Explore', toolUseId: 'toolu_a' }
  const { lines } = await driveHeadless({
    options: ASKING,
    turns: [
      async turn => {
        await turn.ask({ ...permissionRequest('q1'), agent })
        await turn.emit(turnEnded())
      },
    ],
    opening: host => host.say(user('hi')),
    hears: (line, host) => {
      if (line['type'] === 'control_request')
        host.say({
          type: 'control_response',
          response: {
            subtype: 'success',
            request_id: line['request_id'],
            response: { behavior: 'deny', message: 'no' },
          },
        })
      if (line['type'] === 'result') host.hangUp()
    },
  })
  expect(lines.find(({ type }) => type === 'control_request')).toMatchObject({
    request: { ...CAN_USE_TOOL.request, agent_id: 'a1' },
  })
})
