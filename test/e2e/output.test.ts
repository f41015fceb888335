import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/features/commands/index.ts'
import { HEADLESS_TOOLS } from '../support/headless-tools.ts'
import { openWorldHere } from '../support/run-here.ts'
import { type Ended, type Line, ofType, openWorld, resultOf } from '../support/run-program.ts'
import { usual, usualFacts } from '../support/usual-models.ts'

const { input = 0, output = 0 } = usualFacts('sonnet').price ?? {}
const COST = (21 * input + 10 * output) / 1_000_000

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const readAndTell = {
  replies: [
    { text: 'I look.', tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    { text: 'It says hello.' },
  ],
}

/** Identifiers, times and places by their kind: what is left must be equal from run to run. */
const normalise = (line: Line, places: Readonly<Record<string, string>>): unknown =>
  JSON.parse(JSON.stringify(line), (key, value: unknown) => {
    if (key === 'timestamp') return 'TIME'
    if (/(^|_)ms$/.test(key)) return 'MS'
    if (typeof value !== 'string') return value
    if (UUID.test(value)) return 'UUID'
    return Object.entries(places).reduce((text, [path, name]) => text.replaceAll(path, name), value)
  })

const assistant = (id: string, content: unknown, usage: unknown) => ({
  type: 'assistant',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model: usual('sonnet'),
    content: [content],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
  parent_tool_use_id: null,
  session_id: 'UUID',
  uuid: 'UUID',
  timestamp: 'TIME',
  request_id: id.replace('msg_', 'req_'),
})

test('a turn with one tool has exactly this shape as stream-json', async () => {
  await using world = await openWorld({
    replies: readAndTell.replies.map((reply, at) => ({
      ...reply,
      usage: {
        input_tokens: 10 + at,
        output_tokens: 5,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    })),
  })
  world.put('a.txt', 'hello\n')
  const ended = await world.stream(['what is in it?'])
  const usage = (input: number, output: number) => ({
    input_tokens: input,
    output_tokens: output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  })
  expect(ended.stderr).toBe('')
  expect(ended.lines.map(line => normalise(line, { [world.project]: 'PROJECT' }))).toEqual([
    {
      type: 'system',
      subtype: 'init',
      cwd: 'PROJECT',
      session_id: 'UUID',
      tools: HEADLESS_TOOLS,
      mcp_servers: [],
      model: usual('sonnet'),
      permissionMode: 'default',
      slash_commands: expect.arrayContaining(['compact', 'context']),
      apiKeySource: 'ANTHROPIC_API_KEY',
      claude_code_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      output_style: 'default',
      agents: ['general-purpose', 'Explore', 'Plan', 'verification', 'guide', 'statusline-setup'],
      skills: COMMANDS.flatMap(({ name, bundled }) => (bundled ? [name] : [])),
      plugins: [],
      capabilities: ['interrupt_receipt_v1', 'interrupt_cancel_queued_v1'],
      uuid: 'UUID',
    },
    assistant('msg_scripted_0', { type: 'text', text: 'I look.' }, usage(10, 1)),
    assistant(
      'msg_scripted_0',
      { type: 'tool_use', id: 'toolu_1_0_1', name: 'Read', input: { file_path: 'a.txt' } },
      usage(10, 1),
    ),
    {
      type: 'user',
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1_0_1', content: expect.stringContaining('hello') },
        ],
      },
      parent_tool_use_id: null,
      session_id: 'UUID',
      uuid: 'UUID',
      timestamp: 'TIME',
      tool_use_result: {
        type: 'text',
        file: { filePath: 'PROJECT/a.txt', content: 'hello', numLines: 1, startLine: 1, totalLines: 1 },
        notes: [],
      },
    },
    assistant('msg_scripted_1', { type: 'text', text: 'It says hello.' }, usage(11, 1)),
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'It says hello.',
      duration_ms: 'MS',
      duration_api_ms: 'MS',
      num_turns: 2,
      stop_reason: 'end_turn',
      session_id: 'UUID',
      total_cost_usd: expect.closeTo(COST, 10),
      usage: usage(21, 10),
      modelUsage: {
        [usual('sonnet')]: {
          inputTokens: 21,
          outputTokens: 10,
          cacheReadInputTokens: 0,
          cacheCreationInputTokens: 0,
          webSearchRequests: 0,
          costUSD: expect.closeTo(COST, 10),
          contextWindow: usualFacts('sonnet').window,
          maxOutputTokens: usualFacts('sonnet').maxOutput,
        },
      },
      permission_denials: [],
      ttft_ms: 'MS',
      terminal_reason: 'completed',
      queued_turn_count: 0,
      user_message_uuid: 'UUID',
      uuid: 'UUID',
    },
  ])
})

const shown = (ended: Ended): readonly Line[] =>
  ended.lines.filter(line => line.type === 'assistant' || line.type === 'user')

test('what was shown has the same uuid, session and message in the transcript', async () => {
  await using world = await openWorldHere(readAndTell)
  world.put('a.txt', 'hello\n')
  const ended = await world.stream(['what is in it?'])
  const [session, ...others] = world.sessions()
  expect(others).toEqual([])
  expect(session?.id).toBe(resultOf(ended)['session_id'])
  const stored = new Map(session?.entries.map(entry => [entry['uuid'], entry['message']]))
  expect(shown(ended)).toHaveLength(4)
  for (const line of shown(ended)) expect(stored.get(line['uuid'])).toEqual(line['message'])
  expect(stored.has(resultOf(ended)['user_message_uuid'])).toBe(true)
})

test('the transcript is one chain with the fields its readers need', async () => {
  await using world = await openWorldHere(readAndTell)
  world.put('a.txt', 'hello\n')
  await world.stream(['what is in it?'])
  const entries = world.sessions()[0]?.entries ?? []
  const chain = entries.filter(entry => 'uuid' in entry)
  expect(chain.map(entry => entry.type)).toEqual([
    'attachment',
    'attachment',
    'attachment',
    'user',
    'assistant',
    'assistant',
    'user',
    'assistant',
  ])
  expect(chain.map(entry => entry['parentUuid'])).toEqual([
    null,
    ...chain.slice(0, -1).map(entry => entry['uuid']),
  ])
  for (const entry of chain)
    expect(entry).toMatchObject({
      isSidechain: false,
      userType: 'external',
      entrypoint: 'sdk-cli',
      cwd: world.project,
      sessionId: world.sessions()[0]?.id,
      version: expect.any(String),
      gitBranch: expect.any(String),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  expect(chain[6]).toHaveProperty('toolUseResult.type', 'text')
})

test('the conversation is sent once: no message and no reminder occurs twice', async () => {
  await using world = await openWorldHere(readAndTell)
  world.put('a.txt', 'hello\n')
  await world.run(['-p', 'the only prompt'])
  for (const { body } of world.server.requests) {
    const texts = JSON.stringify(body?.['messages']).match(/"text":"(?:[^"\\]|\\.)*"/g) ?? []
    expect(texts).toEqual([...new Set(texts)])
  }
})

test('text output is the last answer alone', async () => {
  await using world = await openWorldHere(readAndTell)
  world.put('a.txt', 'hello\n')
  expect(await world.run(['-p', 'what is in it?'])).toMatchObject({
    code: 0,
    stdout: 'It says hello.\n',
    stderr: '',
  })
})

test('json output is the result alone, and with --verbose all messages in one array', async () => {
  await using world = await openWorldHere({
    replies: [...readAndTell.replies, ...structuredClone(readAndTell.replies)],
  })
  world.put('a.txt', 'hello\n')
  const args = ['-p', '--output-format', 'json', 'what is in it?']
  const plain = JSON.parse((await world.run(args)).stdout) as Line
  expect(plain).toMatchObject({ type: 'result', subtype: 'success', result: 'It says hello.', num_turns: 2 })
  const all = JSON.parse((await world.run([...args, '--verbose'])).stdout) as readonly Line[]
  expect(all.map(line => line.type)).toEqual([
    'system',
    'assistant',
    'assistant',
    'user',
    'assistant',
    'result',
  ])
})

test('--include-partial-messages passes every event of the stream on, in order', async () => {
  await using world = await openWorldHere({ replies: [{ thinking: 'Hm.', text: 'Well then.' }] })
  const ended = await world.stream(['--include-partial-messages', 'hello'])
  const events = ended.lines.filter(ofType('stream_event')).map(line => line['event'] as Line)
  expect(events[0]?.type).toBe('message_start')
  expect(events.at(-1)?.type).toBe('message_stop')
  const deltas = events.filter(ofType('content_block_delta')).map(event => event['delta'] as Line)
  expect(
    deltas
      .filter(ofType('text_delta'))
      .map(delta => delta['text'])
      .join(''),
  ).toBe('Well then.')
  expect(
    deltas
      .filter(ofType('thinking_delta'))
      .map(delta => delta['thinking'])
      .join(''),
  ).toBe('Hm.')
  expect((await world.run(['-p', '--include-partial-messages', 'hello'])).code).toBe(2)
})

test('system/thinking_tokens tells while the model thinks how much it has thought in this reply', async () => {
  const thinking = 'First I look at the cart and then at what it costs. '.repeat(30)
  const turns = [{ thinking, text: 'Well then.' }]
  await using world = await openWorldHere({ replies: turns })
  const { lines } = await world.stream(['hello'])
  const told = lines.filter(ofType('system', 'thinking_tokens'))
  expect(told.length).toBeGreaterThan(1)
  const sum = told.reduce((all, line) => all + Number(line['estimated_tokens_delta']), 0)
  expect(told.at(-1)?.['estimated_tokens']).toBe(sum)
  expect(sum).toBeGreaterThan(100)
  // Each before the thought is told whole.
  const whole = lines.findIndex(line => JSON.stringify(line).includes(thinking))
  expect(whole).toBeGreaterThan(lines.indexOf(told.at(-1) as Line) - 1)
})

test('stream-json says nothing of what people are shown of a call', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
      { tool: { name: 'Write', input: { file_path: 'b.txt', content: 'b' } } },
      { text: 'Done.' },
    ],
  })
  world.put('a.txt', 'hello\n')
  const flags = ['--include-partial-messages', '--include-hook-events', '--permission-mode', 'acceptEdits']
  const ended = await world.stream([...flags, 'go'])
  expect(ended.lines.filter(ofType('user'))).toHaveLength(2)
  expect(ended.stdout).not.toContain('presentation')
})

test('an answer with control characters reaches stdout as JSON in one line', async () => {
  const text = 'a\u2028b\nc\u0007\ud83d\ude00 "quoted" \\ end'
  await using world = await openWorldHere({ replies: [{ text, repeat: true }] })
  const ended = await world.stream(['hello'])
  expect(resultOf(ended)['result']).toBe(text)
  expect((await world.run(['-p', 'hello'])).stdout).toBe(`${text}\n`)
})

test('--verbose says more on stderr and nothing more on stdout', async () => {
  await using world = await openWorldHere({
    replies: [{ fault: { kind: 'status', status: 529, retryAfter: 0 } }, { text: 'Here.' }],
  })
  const ended = await world.run(['-p', '--verbose', 'hello'])
  expect(ended).toMatchObject({ code: 0, stdout: 'Here.\n' })
  expect(ended.stderr).toContain('529')
})

test('errors go to stderr as a sentence, never as a stack trace', async () => {
  await using world = await openWorldHere({
    replies: [{ fault: { kind: 'status', status: 400, message: 'nonsense' }, repeat: true }],
  })
  const ended = await world.run(['-p', 'hello'])
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain('nonsense')
  expect(ended.stderr).not.toMatch(/^\s+at /m)
})

test('json output of a failed turn is still one result', async () => {
  await using world = await openWorldHere({
    replies: [{ fault: { kind: 'status', status: 401, message: 'wrong key' }, repeat: true }],
  })
  const ended = await world.run(['-p', '--output-format', 'json', 'hello'])
  expect(ended.code).toBe(1)
  expect(JSON.parse(ended.stdout)).toMatchObject({ type: 'result', is_error: true, api_error_status: 401 })
})
