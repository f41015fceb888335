import { expect, test } from 'vitest'
import { openCollector, recordsOf } from '../support/otlp-collector.ts'
import { openWorldHere } from '../support/run-here.ts'
import { SAMPLE_SERVER } from '../support/sample-server.ts'

const TOOLS = [
  { name: 'meta', description: 'Says what came with the call.', inputSchema: { type: 'object' } },
]
const SERVERS = JSON.stringify({
  mcpServers: {
    sample: { command: process.execPath, args: [SAMPLE_SERVER, JSON.stringify({ tools: TOOLS })] },
  },
})
const ARGS = ['-p', 'go', '--mcp-config', SERVERS, '--allowedTools', 'mcp__sample__meta', '--trust']
const REPLIES = [{ tool: { name: 'mcp__sample__meta', input: {} } }, { text: 'Done.' }]
const CALLER = '0af7651916cd43dd8448eb211c80319c'

const telemetry = (url: string, more: Readonly<Record<string, string>>) => ({
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  OTEL_LOGS_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000',
  TRACEPARENT: `00-${CALLER}-b7ad6b7169203331-01`,
  TRACESTATE: 'vendor=1',
  ...more,
})
const TRACED = { CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1', OTEL_TRACES_EXPORTER: 'otlp' }

/** What the model and the server were told of the trace, and the spans that were exported. */
const go = async (
  more: Readonly<Record<string, string>>,
  replies: Parameters<typeof openWorldHere>[0]['replies'] = REPLIES,
) => {
  await using collector = await openCollector()
  await using world = await openWorldHere({ replies })
  await world.run(ARGS, { env: telemetry(collector.url, more) })
  const { requests } = world.server
  const told = requests.map(({ headers }) => [headers['traceparent'], headers['tracestate']])
  const spans = recordsOf(collector, 'traces') as readonly {
    readonly name: string
    readonly traceId: string
    readonly spanId: string
  }[]
  const parentsOf = (name: string) =>
    spans
      .filter(span => span.name === `claude_code.${name}`)
      .map(span => `00-${span.traceId}-${span.spanId}-01`)
  return { told, parentsOf, answers: JSON.stringify(requests.at(-1)?.body) }
}

test('while traces are on, the model and MCP servers are told the span they work for', async () => {
  const { told, parentsOf, answers } = await go(TRACED)
  expect(told).toEqual(parentsOf('llm_request').map(parent => [parent, 'vendor=1']))
  expect(told).toHaveLength(2)
  expect(told.every(([parent]) => parent?.includes(CALLER))).toBe(true)
  const [execution] = parentsOf('tool.execution')
  expect(answers.replaceAll('\\"', '"')).toContain(`"traceparent":"${execution}","tracestate":"vendor=1"`)
})

test('a request that fails has the span its header named', async () => {
  const fault = { kind: 'status', status: 400, message: 'no such thing' } as const
  const { told, parentsOf } = await go(TRACED, [{ fault }])
  expect(told.map(([parent]) => parent)).toEqual(parentsOf('llm_request'))
  expect(told).toHaveLength(1)
})

test.each([
  ['without traces', {}],
  ['with traces that stay here', { ...TRACED, CLAUDE_CODE_PROPAGATE_TRACEPARENT: '0' }],
])('%s nobody is told of a span', async (_name, more) => {
  const { told, answers } = await go(more)
  expect(told).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
  expect(answers).not.toContain('traceparent')
})
