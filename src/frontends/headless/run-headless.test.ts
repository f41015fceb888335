import { expect, test } from 'vitest'
import { driveHeadless } from '../../../test/support/drive-headless.ts'
import type { TurnScript } from '../../../test/support/fake-engine.ts'
import {
  assistantEntry,
  COST,
  permissionRequest,
  systemEntry,
  turnEnded,
  turnStarted,
  USAGE,
  userEntry,
} from '../../../test/support/fake-events.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { Terminal } from '../../protocol/transition.ts'

const answer =
  (text: string): TurnScript =>
  async turn =>
    turn.emit(
      turnStarted(turn.uuid),
      userEntry(turn.uuid, 'hi'),
      assistantEntry('a1', { type: 'text', text }),
      turnEnded(undefined, { text }),
    )

const end =
  (terminal: Terminal, text = ''): TurnScript =>
  async turn =>
    turn.emit(turnStarted(turn.uuid), turnEnded(terminal, { text }))

const INIT = {
  type: 'system',
  subtype: 'init',
  cwd: '/w',
  session_id: 's1',
  tools: ['Read'],
  mcp_servers: [],
  model: 'claude-test',
  permissionMode: 'default',
  slash_commands: [],
  apiKeySource: 'none',
  claude_code_version: '1.0.0',
  output_style: 'default',
  skills: [],
  plugins: [],
  capabilities: ['interrupt_receipt_v1', 'interrupt_cancel_queued_v1'],
}
const RESULT = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  duration_ms: 100,
  duration_api_ms: 80,
  num_turns: 1,
  stop_reason: 'end_turn',
  session_id: 's1',
  total_cost_usd: 0.25,
  modelUsage: COST.modelUsage,
  usage: USAGE,
  permission_denials: [],
  terminal_reason: 'completed',
  queued_turn_count: 0,
  user_message_uuid: 'id-1',
}
const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-test',
  stop_reason: null,
  stop_sequence: null,
  usage: USAGE,
}
const AT = { parent_tool_use_id: null, session_id: 's1', timestamp: '2026-01-01T00:00:00.000Z' }

test('a turn with one tool is init, a message per block, the tool result with its structure, and one result', async () => {
  const use = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/w/a' } } as const
  const toolResult = { type: 'tool_result', tool_use_id: 'toolu_1', content: '1→x' } as const
  const { lines, code, engine } = await driveHeadless({
    options: { prompt: 'hi' },
    turns: [
      async turn =>
        turn.emit(
          turnStarted(turn.uuid),
          userEntry(turn.uuid, 'hi'),
          { type: 'stream', event: { type: 'message_start' } },
          assistantEntry('a1', { type: 'text', text: 'Looking.' }, { requestId: 'req_1' }),
          assistantEntry('a2', use),
          {
            type: 'tool_progress',
            toolUseId: 'toolu_1',
            toolName: 'Read',
            elapsedMs: 1540,
            text: 'x',
          },
          userEntry('u2', [toolResult], { toolUseResult: { type: 'text' } }),
          { type: 'transition', transition: { kind: 'next_turn' } },
          assistantEntry('a3', { type: 'text', text: 'Done.' }),
          turnEnded(undefined, { requests: 2 }),
        ),
    ],
  })
  expect(engine.ops).toEqual([{ type: 'submit', content: 'hi', uuid: 'id-1' }])
  expect(code).toBe(0)
  expect(lines).toEqual([
    { ...INIT, uuid: 'id-2' },
    {
      ...AT,
      type: 'assistant',
      uuid: 'a1',
      request_id: 'req_1',
      message: { ...MESSAGE, content: [{ type: 'text', text: 'Looking.' }] },
    },
    { ...AT, type: 'assistant', uuid: 'a2', message: { ...MESSAGE, content: [use] } },
    {
      type: 'tool_progress',
      tool_use_id: 'toolu_1',
      tool_name: 'Read',
      parent_tool_use_id: null,
      elapsed_time_seconds: 1.5,
      session_id: 's1',
      uuid: 'id-3',
    },
    {
      ...AT,
      type: 'user',
      uuid: 'u2',
      message: { role: 'user', content: [toolResult] },
      tool_use_result: { type: 'text' },
    },
    {
      ...AT,
      type: 'assistant',
      uuid: 'a3',
      message: { ...MESSAGE, content: [{ type: 'text', text: 'Done.' }] },
    },
    { ...RESULT, num_turns: 2, result: 'Done.', uuid: 'id-4' },
  ])
})

test('partial messages pass the raw stream on', async () => {
  const event = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Do' } }
  const { lines } = await driveHeadless({
    options: { prompt: 'hi', includePartialMessages: true },
    turns: [
      async turn =>
        turn.emit(
          turnStarted(turn.uuid),
          { type: 'stream', event, ttftMs: 12.4 },
          { type: 'stream', event },
          turnEnded(),
        ),
    ],
  })
  expect(lines.slice(1, 3)).toEqual([
    { type: 'stream_event', event, parent_tool_use_id: null, ttft_ms: 12, session_id: 's1', uuid: 'id-3' },
    { type: 'stream_event', event, parent_tool_use_id: null, session_id: 's1', uuid: 'id-4' },
  ])
})

test('an API error is a synthetic assistant message and an error result of subtype success, exit 1', async () => {
  const text = 'API Error: 401 bad key'
  const { lines, code } = await driveHeadless({
    options: { prompt: 'hi' },
    turns: [
      async turn =>
        turn.emit(
          turnStarted(turn.uuid),
          assistantEntry(
            'a1',
            { type: 'text', text },
            {
              error: 'authentication_failed',
              isApiErrorMessage: true,
              message: {
                ...MESSAGE,
                type: 'message',
                role: 'assistant',
                model: '<synthetic>',
                stop_reason: 'stop_sequence',
                content: [{ type: 'text', text }],
              },
            },
          ),
          turnEnded(
            { kind: 'model_error', message: text, status: 401, error: 'authentication_failed' },
            { text, stopReason: 'stop_sequence' },
          ),
        ),
    ],
  })
  expect(code).toBe(1)
  expect(lines.slice(1)).toEqual([
    {
      ...AT,
      type: 'assistant',
      uuid: 'a1',
      error: 'authentication_failed',
      message: {
        ...MESSAGE,
        model: '<synthetic>',
        stop_reason: 'stop_sequence',
        content: [{ type: 'text', text }],
      },
    },
    {
      ...RESULT,
      is_error: true,
      stop_reason: 'stop_sequence',
      terminal_reason: 'api_error',
      api_error_status: 401,
      result: text,
      uuid: 'id-3',
    },
  ])
})

test('the limit of turns is an error result without a result text', async () => {
  const { lines, code } = await driveHeadless({
    options: { prompt: 'hi' },
    turns: [end({ kind: 'max_turns', limit: 3 })],
  })
  expect(code).toBe(1)
  expect(lines.at(-1)).toEqual({
    ...RESULT,
    subtype: 'error_max_turns',
    is_error: true,
    terminal_reason: 'max_turns',
    errors: ['Stopped at the limit of 3 turns.'],
    localized: {
      id: 'sdk-host.turn_limit',
      values: { count: 3 },
      text: 'Stopped at the limit of 3 turns.',
    },
    uuid: 'id-3',
  })
})

test('structured output is in the result, and is the answer in text format', async () => {
  const turns: readonly TurnScript[] = [
    async turn => turn.emit(turnStarted(turn.uuid), turnEnded(undefined, { structuredOutput: { n: 1 } })),
  ]
  const stream = await driveHeadless({ options: { prompt: 'hi' }, turns })
  const text = await driveHeadless({ options: { prompt: 'hi', outputFormat: 'text' }, turns })
  expect(stream.lines.at(-1)).toEqual({
    ...RESULT,
    result: 'Done.',
    structured_output: { n: 1 },
    uuid: 'id-3',
  })
  expect(text.out).toBe('{"n":1}\n')
})

test('text output is the final text and nothing else', async () => {
  const { out, errors, code } = await driveHeadless({
    options: { prompt: 'hi', outputFormat: 'text' },
    turns: [answer('All good.')],
  })
  expect({ out, errors, code }).toEqual({ out: 'All good.\n', errors: [], code: 0 })
})

test.each<{ what: string; terminal: Terminal; out: string; error: string; code: number }>([
  {
    what: 'an error',
    terminal: { kind: 'prompt_too_long', message: 'Too long.', error: 'invalid_request' },
    out: '',
    error: 'Too long.',
    code: 1,
  },
  {
    what: 'a limit',
    terminal: { kind: 'max_turns', limit: 1 },
    out: '',
    error: 'Stopped at the limit of 1 turn.',
    code: 1,
  },
  {
    what: 'a hook that stopped',
    terminal: { kind: 'hook_stopped', message: 'Enough.' },
    out: 'So far.\n',
    error: 'Enough.',
    code: 0,
  },
])('in text format $what is told on stderr', async ({ terminal, out, error, code }) => {
  const driven = await driveHeadless({
    options: { prompt: 'hi', outputFormat: 'text' },
    turns: [end(terminal, 'So far.')],
  })
  expect({ out: driven.out, errors: driven.errors, code: driven.code }).toEqual({
    out,
    errors: [error],
    code,
  })
})

test('warnings and denials go to stderr in text format, other notices only with verbose', async () => {
  const turns: readonly TurnScript[] = [
    async turn =>
      turn.emit(
        turnStarted(turn.uuid),
        { type: 'notice', level: 'info', text: 'fyi', localized: verbatim('fyi') },
        { type: 'notice', level: 'error', text: 'oh', localized: verbatim('oh') },
        {
          type: 'permission_denied',
          toolName: 'Write',
          toolUseId: 't',
          reasonType: 'mode',
          message: 'no rule',
          localized: verbatim('no rule'),
        },
        { type: 'retry', attempt: 1, maxRetries: 10, delayMs: 500, status: 529, error: 'overloaded' },
        turnEnded(),
      ),
  ]
  const options = { prompt: 'hi', outputFormat: 'text' } as const
  const quiet = await driveHeadless({ options, turns })
  const verbose = await driveHeadless({ options: { ...options, verbose: true }, turns })
  const retrying = "The model didn't answer (529). Retrying in 1 s (1 of 10)."
  expect(quiet.errors).toEqual(['oh', 'Write was denied: no rule', retrying])
  expect(verbose.errors).toEqual(['fyi', 'oh', 'Write was denied: no rule', retrying])
})

test('json output is the result object, and with verbose the array of all messages', async () => {
  const options = { prompt: 'hi', outputFormat: 'json' } as const
  const plain = await driveHeadless({ options, turns: [answer('A')] })
  const verbose = await driveHeadless({ options: { ...options, verbose: true }, turns: [answer('A')] })
  expect(JSON.parse(plain.out)).toEqual({ ...RESULT, result: 'A', uuid: 'id-3' })
  expect(JSON.parse(verbose.out)).toEqual([
    { ...INIT, uuid: 'id-2' },
    { ...AT, type: 'assistant', uuid: 'a1', message: { ...MESSAGE, content: [{ type: 'text', text: 'A' }] } },
    { ...RESULT, result: 'A', uuid: 'id-3' },
  ])
})

test('a cost that is not known is marked and said once', async () => {
  const unpriced = {
    ...COST,
    totalCostUSD: 0,
    unpricedModels: ['local-1'],
    modelUsage: { 'local-1': { ...COST.modelUsage['claude-test']!, costUSD: undefined } },
  }
  const turn: TurnScript = async ({ uuid, emit }) =>
    emit(turnStarted(uuid), turnEnded(undefined, { cost: unpriced }))
  const { lines } = await driveHeadless({
    options: { inputFormat: 'stream-json' },
    turns: [turn, turn],
    opening: host => {
      host.say(USER('one'), USER('two'))
      host.hangUp()
    },
  })
  expect(lines.filter(line => line['subtype'] === 'informational')).toEqual([
    {
      type: 'system',
      subtype: 'informational',
      level: 'warning',
      content: 'The price of local-1 is unknown and not part of the reported cost.',
      localized: expect.objectContaining({ id: 'sdk-host.price_unknown' }),
      session_id: 's1',
      uuid: expect.any(String),
    },
  ])
  expect(lines.at(-1)).toMatchObject({
    total_cost_usd: 0,
    total_cost_basis: 'unknown',
    modelUsage: { 'local-1': { costUSD: 0, costBasis: 'unknown' } },
  })
})

const USER = (content: string, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})

test('a message the engine does not take still gets a result', async () => {
  const { lines, code } = await driveHeadless({
    options: { prompt: 'hi' },
    turns: [],
    prepare: engine => engine.refusals.set('submit', 'The prompt is empty.'),
  })
  expect(code).toBe(1)
  expect(lines).toMatchObject([
    { type: 'result', subtype: 'error_during_execution', is_error: true, errors: ['The prompt is empty.'] },
  ])
})

test('a permission question without a host is answered no', async () => {
  const { engine, code } = await driveHeadless({
    options: { prompt: 'hi', outputFormat: 'text' },
    turns: [
      async turn => {
        await turn.ask(permissionRequest('q1'))
        await turn.emit(turnEnded())
      },
    ],
  })
  expect(code).toBe(0)
  expect(engine.ops.at(-1)).toEqual({
    type: 'answer_permission',
    id: 'q1',
    answer: {
      behavior: 'deny',
      message: 'There is nobody to ask for permission.',
      localized: expect.objectContaining({ id: 'sdk-host.nobody_to_ask' }),
      failed: true,
    },
  })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
])('%s interrupts the turn, shows its result and exits %i', async (name, expected) => {
  const stop = new AbortController()
  const { code, lines, engine } = await driveHeadless({
    options: { prompt: 'hi' },
    signal: stop.signal,
    turns: [
      async turn => {
        await turn.emit(turnStarted(turn.uuid))
        stop.abort(name)
        await turn.interrupted
        await turn.emit(turnEnded({ kind: 'aborted_streaming' }))
      },
    ],
  })
  expect(code).toBe(expected)
  expect(engine.ops.at(-1)).toEqual({ type: 'interrupt', cancelQueued: true, reason: 'signal' })
  expect(lines.at(-1)).toMatchObject({ subtype: 'error_during_execution', is_error: true })
})

test('a signal ends a run that waits for its host', async () => {
  const stop = new AbortController()
  const { code } = await driveHeadless({
    options: { inputFormat: 'stream-json' },
    signal: stop.signal,
    turns: [],
    opening: host => host.say({ type: 'control_request', request_id: 'r', request: { subtype: 'x' } }),
    hears: () => stop.abort('SIGTERM'),
  })
  expect(code).toBe(143)
})

test('a reader that went away ends the run quietly, as a closed pipe ends a program', async () => {
  const { code, errors } = await driveHeadless({
    options: { prompt: 'hi' },
    turns: [answer('A')],
    write: () => Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  })
  expect({ code, errors }).toEqual({ code: 141, errors: [] })
})

test('any other failure to write is said, and is a failure', async () => {
  const { code, errors } = await driveHeadless({
    options: { prompt: 'hi' },
    turns: [answer('A')],
    write: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
  })
  expect({ code, errors }).toEqual({
    code: 1,
    errors: ["Can't write the output: the disk is full. Free some space (ENOSPC)."],
  })
})

test('a slow reader loses nothing and sees lines in order', async () => {
  const { lines } = await driveHeadless({
    options: { prompt: 'hi', includePartialMessages: true },
    turns: [
      async turn => {
        await turn.emit(turnStarted(turn.uuid))
        for (let n = 0; n < 20; n++) await turn.emit({ type: 'stream', event: { type: 'ping', n } })
        await turn.emit(turnEnded())
      },
    ],
    write: () => new Promise(resolve => setImmediate(() => setImmediate(resolve))),
  })
  expect(lines.slice(1, -1).map(line => line['event'])).toEqual(
    Array.from({ length: 20 }, (_, n) => ({ type: 'ping', n })),
  )
  expect(lines.at(-1)).toMatchObject({ type: 'result' })
})

test('a compaction that comes by itself is told on stderr in text format, one that was asked for is not', async () => {
  const compacted = (trigger: 'auto' | 'manual') =>
    systemEntry(trigger, {
      subtype: 'compact_boundary',
      content: 'x',
      compactMetadata: { trigger, preTokens: 150_000, postTokens: 9_000 },
    })
  const turns: readonly TurnScript[] = [
    async turn => turn.emit(turnStarted(turn.uuid), compacted('auto'), compacted('manual'), turnEnded()),
  ]
  const { errors } = await driveHeadless({ options: { prompt: 'hi', outputFormat: 'text' }, turns })
  expect(errors).toEqual([
    'The conversation was compacted: about 150,000 tokens before, 9,000 after. See all of it with: capstan sessions show s1',
  ])
})

const withAgent: TurnScript = async turn => {
  const agent = { id: 'a1', name: 'Explore', toolUseId: 'toolu_a' }
  await turn.emit(
    turnStarted(turn.uuid),
    userEntry(turn.uuid, 'hi'),
    { ...turnStarted('elsewhere'), agent },
    { ...assistantEntry('x1', { type: 'text', text: 'I found it' }), agent },
    { type: 'notice', level: 'warning', text: 'Careful.', localized: verbatim('Careful.'), agent },
    { ...turnEnded({ kind: 'aborted_tools' }, { text: 'stopped' }), agent },
    assistantEntry('a1', { type: 'text', text: 'Done.' }),
    turnEnded(undefined, { text: 'Done.' }),
  )
}

test('an agent is passed on in stream-json, and its end is not the end of the run', async () => {
  const options = { prompt: 'hi', forwardSubagentText: true }
  const { lines, code } = await driveHeadless({ options, turns: [withAgent] })
  const results = lines.filter(({ type }) => type === 'result')
  expect([code, results.length, results[0]?.['user_message_uuid']]).toEqual([0, 1, 'id-1'])
  expect(lines.find(({ uuid }) => uuid === 'x1')).toMatchObject({
    parent_tool_use_id: 'toolu_a',
    agent_id: 'a1',
  })
})

test.each(['text', 'json'] as const)('%s output is silent about agents', async outputFormat => {
  const { out, errors } = await driveHeadless({
    options: { prompt: 'hi', outputFormat },
    turns: [withAgent],
  })
  expect([out.includes('Done.'), out.includes('found'), errors]).toEqual([true, false, []])
})
