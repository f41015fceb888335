import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { testPackage } from '../support/needs-program.ts'
import { attributesOf } from '../support/otlp-collector.ts'
import { openWorldHere } from '../support/run-here.ts'

const PACKAGE = testPackage('@elastic/mockotlpserver')

type Message = Readonly<Record<string, unknown>>
interface PublicServer {
  readonly httpUrl: URL
  readonly grpcUrl: URL
  start(): Promise<void>
  close(): Promise<void>
}

/** A public receiver of OTLP: its own HTTP, the usual library for gRPC, messages from the official .proto files. */
const openServer = async () => {
  const { MockOtlpServer } = createRequire(import.meta.url)(PACKAGE ?? '') as {
    MockOtlpServer: new (options: object) => PublicServer
  }
  const got: Record<'logs' | 'metrics' | 'traces', Message[]> = { logs: [], metrics: [], traces: [] }
  const server = new MockOtlpServer({
    logLevel: 'error',
    services: ['http', 'grpc'],
    httpHostname: '127.0.0.1',
    httpPort: 0,
    grpcHostname: '127.0.0.1',
    grpcPort: 0,
    onLogs: (message: Message) => void got.logs.push(message),
    onMetrics: (message: Message) => void got.metrics.push(message),
    onTrace: (message: Message) => void got.traces.push(message),
  })
  await server.start()
  return { server, got, [Symbol.asyncDispose]: () => server.close() }
}

/** Everything below a name, however deep it lies. */
const below = (value: unknown, name: string): Message[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === name ? (item as Message[]) : below(item, name),
  )
}

/** In JSON it is a number, decoded by the official schema its name. */
const temporalityOf = ({ sum }: Message): string => {
  const { aggregationTemporality: said } = sum as Message
  const names: Readonly<Record<string, string>> = { 1: 'DELTA', 2: 'CUMULATIVE' }
  return names[String(said)] ?? String(said).replace('AGGREGATION_TEMPORALITY_', '')
}

/** What each export said of the tokens that models wrote. */
const outputOf = (metrics: readonly Message[]): readonly number[] =>
  below(metrics, 'metrics')
    .filter(metric => metric['name'] === 'claude_code.token.usage')
    .flatMap(({ sum }) => (sum as Message)['dataPoints'] as readonly Message[])
    .filter(point => attributesOf(point)['type'] === 'output')
    .map(point => Number(point['asInt'] ?? point['asDouble']))

test.runIf(PACKAGE !== undefined).for(['http/json', 'http/protobuf', 'grpc'] as const)(
  'a public OTLP server takes all three signals over %s',
  async protocol => {
    await using opened = await openServer()
    const { server, got } = opened
    await using world = await openWorldHere({
      replies: [{ tool: { name: 'Write', input: { file_path: 'a.ts', content: 'x\n' } } }, { text: 'Done.' }],
    })
    const { code, stderr } = await world.run(['-p', 'go', '--allowedTools', 'Write', '--trust'], {
      env: {
        CLAUDE_CODE_ENABLE_TELEMETRY: '1',
        CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
        CLAUDE_CODE_OTEL_DIAG_STDERR: '1',
        CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000',
        OTEL_METRICS_EXPORTER: 'otlp',
        OTEL_LOGS_EXPORTER: 'otlp',
        OTEL_TRACES_EXPORTER: 'otlp',
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_ENDPOINT: String(protocol === 'grpc' ? server.grpcUrl : server.httpUrl),
      },
    })
    expect([code, stderr]).toEqual([0, ''])
    expect(below(got.logs, 'logRecords').map(record => attributesOf(record)['event.name'])).toEqual([
      'user_prompt',
      'api_request',
      'tool_decision',
      'tool_result',
      'api_request',
      'assistant_response',
    ])
    expect(below(got.metrics, 'metrics').map(({ name, unit }) => [name, unit])).toEqual([
      ['claude_code.session.count', 'count'],
      ['claude_code.lines_of_code.count', 'count'],
      ['claude_code.cost.usage', 'USD'],
      ['claude_code.token.usage', 'tokens'],
      ['claude_code.code_edit_tool.decision', 'count'],
      ['claude_code.active_time.total', 's'],
    ])
    expect(below(got.metrics, 'metrics').map(temporalityOf)).toEqual(Array(6).fill('DELTA'))
    const spans = below(got.traces, 'spans')
    expect(spans.map(({ name }) => name).toSorted()).toEqual([
      'claude_code.interaction',
      'claude_code.llm_request',
      'claude_code.llm_request',
      'claude_code.tool',
      'claude_code.tool.blocked_on_user',
      'claude_code.tool.execution',
    ])
    expect(new Set(spans.map(({ traceId }) => String(traceId))).size).toBe(1)
  },
)

test.runIf(PACKAGE !== undefined).for([
  { preference: undefined, temporality: 'DELTA', second: 10 },
  { preference: 'cumulative', temporality: 'CUMULATIVE', second: 12 },
])(
  'over http/json a counter is told as $temporality with the preference $preference',
  async ({ preference, temporality, second }) => {
    await using opened = await openServer()
    const { server, got } = opened
    await using world = await openWorldHere({
      replies: [
        { text: 'One.', usage: { output_tokens: 2 } },
        { text: 'Two.', usage: { output_tokens: 10 } },
      ],
    })
    const session = ['--input-format', 'stream-json', '--output-format', 'stream-json']
    const running = world.start(['-p', ...session, '--trust'], {
      input: 'keep',
      env: {
        CLAUDE_CODE_ENABLE_TELEMETRY: '1',
        CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000',
        OTEL_METRICS_EXPORTER: 'otlp',
        OTEL_METRIC_EXPORT_INTERVAL: '10',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_ENDPOINT: String(server.httpUrl),
        OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: preference,
      },
    })
    const say = (content: string) => running.say({ type: 'user', message: { role: 'user', content } })
    // The second turn begins when what the first one counted has arrived.
    say('one')
    await expect.poll(() => outputOf(got.metrics)).toContain(2)
    say('two')
    await expect.poll(() => outputOf(got.metrics)).toContain(second)
    running.hangUp()
    expect((await running.ended).code).toBe(0)
    // Where it is cumulative a counter that stands still is told again.
    const told = outputOf(got.metrics)
    expect(temporality === 'DELTA' ? told : [...new Set(told)]).toEqual([2, second])
    expect(new Set(below(got.metrics, 'metrics').map(temporalityOf))).toEqual(new Set([temporality]))
  },
)
