import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createTelemetry,
  type Telemetry,
  type TelemetryDeps,
} from '../../src/features/telemetry/create-telemetry.ts'
import { readTelemetryOptions } from '../../src/features/telemetry/options.ts'
import { createDetector } from '../../src/lib/secrets/detect.ts'
import type { PermissionAnswer } from '../../src/protocol/permission.ts'
import { createWorld, type WorldOptions } from '../support/engine-bench.ts'
import { attributesOf } from '../support/otlp-collector.ts'

type Attributes = Record<string, unknown>
interface Span {
  readonly name: string
  readonly spanId: string
  readonly traceId: string
  readonly parentSpanId?: string
  readonly attributes: Attributes
}

/** A conversation whose telemetry is printed, and what was printed of it when it has ended. */
const watched = async (
  options: WorldOptions,
  act: (world: Awaited<ReturnType<typeof createWorld>>, telemetry: Telemetry) => Promise<void>,
  env: Record<string, string> = {},
  more: Partial<TelemetryDeps> = {},
) => {
  const printed: string[] = []
  const telemetry = await createTelemetry({
    options: readTelemetryOptions(
      {
        OTEL_METRICS_EXPORTER: 'console',
        OTEL_LOGS_EXPORTER: 'console',
        OTEL_TRACES_EXPORTER: 'console',
        CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
        ...env,
      },
      text => expect(text).toBe(''),
    ),
    version: '1.2.3',
    sessionId: 's',
    startType: 'fresh',
    entrypoint: 'cli',
    userId: 'u',
    terminal: undefined,
    os: { type: 'linux', version: '1', arch: 'amd64' },
    find: createDetector(),
    knownAgents: new Set(['general-purpose']),
    interactive: false,
    proxy: {},
    print: text => void printed.push(text),
    failed: text => expect(text).toBe(''),
    now: () => Date.now(),
    newId: bytes => crypto.getRandomValues(Buffer.alloc(bytes)).toString('hex'),
    ...more,
  })
  {
    await using world = await createWorld({
      ...options,
      config: config => ({ ...options.config?.(config), watch: telemetry.watch }),
    })
    await act(world, telemetry)
  }
  await telemetry.end()
  const found = (word: string): Record<string, unknown>[] =>
    printed.flatMap(text => collect(JSON.parse(text), word))
  return {
    records: found('logRecords'),
    events: found('logRecords').map(attributesOf),
    spans: found('spans').map(span => ({ ...span, attributes: attributesOf(span) })) as unknown as Span[],
    points: found('metrics').flatMap(metric => {
      const { name, sum } = metric as { name: string; sum: { dataPoints: { asDouble: number }[] } }
      return sum.dataPoints.map(point => ({ name, value: point.asDouble, ...attributesOf(point as object) }))
    }) as Attributes[],
  }
}

const collect = (value: unknown, word: string): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === word ? (item as Record<string, unknown>[]) : collect(item, word),
  )
}

const WRITE = {
  replies: [{ tool: { name: 'Write', input: { file_path: 'a.py', content: 'x' } } }, { text: 'Done.' }],
}

const rule = { toolName: 'Write' }
test.each<[string, string, PermissionAnswer]>([
  ['accept', 'user_temporary', { behavior: 'allow' }],
  [
    'accept',
    'user_permanent',
    {
      behavior: 'allow',
      updatedPermissions: [{ type: 'addRules', rules: [rule], behavior: 'allow', destination: 'session' }],
    },
  ],
  ['reject', 'user_reject', { behavior: 'deny', message: '' }],
  ['reject', 'user_abort', { behavior: 'deny', message: '', interrupt: true }],
])('what a person answers is told: %s by %s', async (decision, source, answer) => {
  const { events, points, spans } = await watched(
    {
      scenario: WRITE,
      config: ({ permissions }) => ({ permissions: { ...permissions, canAsk: true } }),
    },
    async world => {
      const turn = world.ask('write')
      await expect.poll(() => world.kinds()).toContain('permission_request')
      const asked = world.events.find(event => event.type === 'permission_request')
      await world.engine.send({ type: 'answer_permission', id: asked?.request.id ?? '', answer })
      await turn
    },
  )
  expect(events.filter(event => event['event.name'] === 'tool_decision')).toMatchObject([
    { tool_name: 'Write', decision, source },
  ])
  expect(points.filter(point => point['name'] === 'claude_code.code_edit_tool.decision')).toMatchObject([
    { decision, source, language: 'Python', value: 1 },
  ])
  expect(spans.filter(({ name }) => name === 'claude_code.tool.blocked_on_user')).toMatchObject([
    { attributes: { decision, source } },
  ])
  const ran = decision === 'accept' ? 1 : 0
  expect(events.filter(event => event['event.name'] === 'tool_result')).toHaveLength(ran)
  expect(spans.filter(({ name }) => name === 'claude_code.tool.execution')).toHaveLength(ran)
})

test('what an agent does hangs below the call that started it, and its cost has its name', async () => {
  const { spans, points } = await watched(
    {
      allow: ['Agent'],
      scenario: {
        replies: [
          { when: { lastUserText: 'dig' }, tool: { name: 'Glob', input: { pattern: '*' } } },
          { when: { toolResult: { tool: 'Glob' } }, text: 'Nothing there.' },
          {
            when: { lastUserText: 'go' },
            tool: {
              name: 'Agent',
              input: { description: 'dig', prompt: 'dig', subagent_type: 'general-purpose' },
            },
          },
          { text: 'Done.' },
        ],
      },
    },
    async world => void (await world.ask('go')),
  )
  const agentCall = spans.find(
    ({ name, attributes }) => name === 'claude_code.tool' && attributes['tool_name'] === 'Agent',
  )
  const below = spans.filter(({ parentSpanId }) => parentSpanId === agentCall?.spanId)
  const kinds = below.map(({ name, attributes }) => [name, attributes['agent_id'] !== undefined])
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['claude_code.llm_request', true],
      ['claude_code.tool', true],
      ['claude_code.tool.execution', false],
    ]),
  )
  expect(points).toContainEqual(
    expect.objectContaining({
      name: 'claude_code.cost.usage',
      query_source: 'subagent',
      'agent.name': 'general-purpose',
    }),
  )
})

const TRACE = 'printf "%s|%s" "$TRACEPARENT" "$TRACESTATE" >'
const bash = (id: string, file: string, more: object = {}) => ({
  id,
  name: 'Bash',
  input: { command: `${TRACE} ${file}; echo wrote ${file}`, ...more },
})
const DIG = { description: 'dig', prompt: 'dig', subagent_type: 'general-purpose' }
const COMMANDS: WorldOptions = {
  allow: ['Bash', 'Agent'],
  scenario: {
    replies: [
      { when: { lastUserText: 'dig' }, tool: bash('t3', 'agent') },
      { when: { toolResult: { contains: 'wrote agent' } }, text: 'Dug.' },
      { when: { lastUserText: 'go' }, tool: bash('t1', 'front') },
      { tool: bash('t2', 'back', { run_in_background: true }) },
      { tool: { name: 'Agent', input: DIG } },
      { text: 'Done.' },
    ],
  },
}

/** What commands in front, in the background and of an agent found in their environment. */
const traced = async (
  env: Record<string, string>,
  more: Partial<TelemetryDeps> = {},
): Promise<{ seen: string[]; spans: readonly Span[] }> => {
  const seen: string[] = []
  const { spans } = await watched(
    COMMANDS,
    async world => {
      await world.ask('go')
      const files = ['front', 'back', 'agent'].map(name => join(world.dir, name))
      await expect
        .poll(() => files.every(file => existsSync(file) && readFileSync(file).length > 0))
        .toBe(true)
      seen.push(...files.map(file => readFileSync(file, 'utf8')))
    },
    env,
    more,
  )
  return { seen, spans }
}

test('commands get the span they run in as TRACEPARENT: in front, in the background and in an agent', async () => {
  const { seen, spans } = await traced({})
  const executions = spans.filter(({ name }) => name === 'claude_code.tool.execution')
  const contexts = ['t1', 't2', 't3'].map(id => {
    const span = executions.find(({ attributes }) => attributes['tool_use_id'] === id)
    return `00-${span?.traceId}-${span?.spanId}-01|`
  })
  expect(seen).toEqual(contexts)
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
})

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const from = (flags: string) => ({
  TRACEPARENT: `00-${CALLER.traceId}-${CALLER.spanId}-${flags}`,
  TRACESTATE: 'vendor=x',
})

test('the trace of whoever started a run goes on through it to its commands', async () => {
  const { seen, spans } = await traced(from('01'))
  for (const each of seen)
    expect(each).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01\|vendor=x$/)
  const [turn] = spans.filter(({ name }) => name === 'claude_code.interaction')
  expect(turn).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId, traceState: 'vendor=x' })
})

test('a trace nobody records is handed on, but gets no spans', async () => {
  const { seen, spans } = await traced(from('00'))
  for (const each of seen)
    expect(each).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00\|vendor=x$/)
  expect(spans).toEqual([])
})

test('at a screen the trace in the environment is not meant: a turn begins its own', async () => {
  const { seen } = await traced(from('01'), { interactive: true })
  for (const each of seen)
    expect(each).toMatch(/^00-(?!0af7651916cd43dd8448eb211c80319c)[0-9a-f]{32}-[0-9a-f]{16}-01\|$/)
})

test.each<[string, Record<string, string>]>([
  ['traces are off', { CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '0' }],
  ['it is not wanted', { CLAUDE_CODE_PROPAGATE_TRACEPARENT: '0' }],
])('commands get no TRACEPARENT when %s', async (_, env) => {
  expect((await traced(env)).seen).toEqual(['|', '|', '|'])
})

test('without traces, events still name the span of whoever started the run', async () => {
  const { records } = await watched(
    { scenario: { replies: [{ text: 'Hi.' }] } },
    async world => void (await world.ask('go')),
    { ...from('01'), OTEL_TRACES_EXPORTER: 'none' },
  )
  expect(records.length).toBeGreaterThan(2)
  for (const record of records) expect(record).toMatchObject(CALLER)
})

test('the time of the person counts while they type or read, not while the program works or nobody is there', async () => {
  let clock = 1_000_000
  const { points } = await watched(
    {
      scenario: WRITE,
      config: ({ permissions }) => ({ permissions: { ...permissions, canAsk: true } }),
    },
    async (world, { attended }) => {
      const keys = (...pauses: number[]) => {
        for (const pause of pauses) {
          clock += pause
          attended()
        }
      }
      // Three keys within 4 s; the first begins it.
      keys(60_000, 1_000, 3_000)
      const turn = world.ask('write')
      await expect.poll(() => world.kinds()).toContain('permission_request')
      // 20 s to read the question, 2 s until it is answered.
      keys(20_000)
      clock += 2_000
      const asked = world.events.find(event => event.type === 'permission_request')
      await world.engine.send({
        type: 'answer_permission',
        id: asked?.request.id ?? '',
        answer: { behavior: 'allow' },
      })
      keys(400)
      await turn
      // 10 s to read the answer, a pause that is one, and 1 s more.
      keys(10_000, 5_001, 1_000)
      // Away for an hour.
      keys(3_600_000)
    },
    {},
    { interactive: true, now: () => clock },
  )
  const active = points.filter(point => point['name'] === 'claude_code.active_time.total')
  expect(active.find(({ type }) => type === 'user')?.['value']).toBe(4 + 22 + 10 + 1)
})

test('where nobody sits at a screen, no time of a person counts', async () => {
  const { points } = await watched(
    { scenario: { replies: [{ text: 'Hi.' }] } },
    async world => void (await world.ask('go')),
  )
  const active = points.filter(point => point['name'] === 'claude_code.active_time.total')
  expect(active.map(({ type }) => type)).toEqual(['cli'])
})

test('hooks are told by their event and tool, not by the names of servers, files or agents', async () => {
  const hook = { hooks: [{ type: 'command' as const, command: 'true' }] }
  const play = async (env: Record<string, string>) => {
    const { events } = await watched(
      {
        allow: ['Agent', 'Glob'],
        config: () => ({ hooks: { PreToolUse: [hook], SubagentStart: [hook] } }),
        scenario: {
          replies: [
            { when: { lastUserText: 'dig' }, text: 'Dug.' },
            { when: { lastUserText: 'go' }, tool: { name: 'Glob', input: { pattern: '*' } } },
            { tool: { name: 'Agent', input: DIG } },
            { tool: { name: 'mcp__heron__fly', input: {} } },
            { text: 'Done.' },
          ],
        },
      },
      async world => void (await world.ask('go')),
      env,
    )
    const names = events
      .filter(event => event['event.name'] === 'hook_execution_complete')
      .map(event => event['hook_name'])
    return { names, all: JSON.stringify(events) }
  }
  const plain = await play({})
  expect(plain.names).toEqual(['PreToolUse:Glob', 'PreToolUse:Agent', 'SubagentStart'])
  expect(plain.all).not.toContain('heron')
  const detailed = await play({ OTEL_LOG_TOOL_DETAILS: '1' })
  expect(detailed.names).toEqual(['PreToolUse:Glob', 'PreToolUse:Agent', 'SubagentStart:general-purpose'])
})

test('tries that failed are told when they were the last', async () => {
  const fault = { fault: { kind: 'status', status: 500 } } as const
  const { events } = await watched(
    { scenario: { replies: [{ ...fault, repeat: true }] } },
    async world => void (await world.ask('go')),
  )
  const [error] = events.filter(event => event['event.name'] === 'api_error')
  const [exhausted] = events.filter(event => event['event.name'] === 'api_retries_exhausted')
  expect(error).toMatchObject({ status_code: 500, query_source: 'main' })
  expect(error?.['attempt']).toBeGreaterThan(1)
  expect(exhausted?.['total_attempts']).toBe(error?.['attempt'])
})

test.each<[string, Record<string, string>, unknown]>([
  ['by its kind', {}, 'invalid_request'],
  [
    'in the words of the server, with details',
    { OTEL_LOG_TOOL_DETAILS: '1' },
    expect.stringContaining('heron'),
  ],
])('a refused request is told %s, and how long it took', async (_, env, error) => {
  let clock = 0
  const message = 'messages.3: "the heron nests" in /home/jo is not allowed'
  const { events, spans } = await watched(
    { scenario: { replies: [{ fault: { kind: 'status', status: 400, message } }] } },
    async world => void (await world.ask('go')),
    env,
    { now: () => (clock += 10) },
  )
  const failed = [
    events.find(event => event['event.name'] === 'api_error'),
    spans.find(({ name }) => name === 'claude_code.llm_request')?.attributes,
  ]
  for (const each of failed) expect(each).toMatchObject({ error, status_code: 400 })
  expect(failed[0]?.['duration_ms']).toBeGreaterThan(0)
  expect(JSON.stringify([events, spans]).includes('heron')).toBe(env['OTEL_LOG_TOOL_DETAILS'] === '1')
})

test('labels that cost too much can be left out', async () => {
  const { points } = await watched(
    { scenario: { replies: [{ text: 'Hi.' }] } },
    async world => void (await world.ask('go')),
    { OTEL_METRICS_INCLUDE_SESSION_ID: 'false', OTEL_METRICS_INCLUDE_VERSION: 'true' },
  )
  expect(points.length).toBeGreaterThan(2)
  for (const point of points) {
    expect(point).not.toHaveProperty(['session.id'])
    expect(point['app.version']).toBe('1.2.3')
  }
})
