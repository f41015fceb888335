import { expect, test } from 'vitest'
import { type Collector, openCollector, recordsOf } from '../support/otlp-collector.ts'
import { openWorldHere } from '../support/run-here.ts'
import { ofType } from '../support/run-program.ts'

const OVERLOADED = { fault: { kind: 'status', status: 529, retryAfter: 0 }, repeat: true } as const
const MILLION = 1_000_000

const telemetry = (collector: Pick<Collector, 'url'>) => ({
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  OTEL_METRICS_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  // A busy machine must not lose what the test looks for.
  CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000',
})

const costIn = (collector: Collector): number =>
  recordsOf(collector, 'metrics')
    .flatMap(metric => {
      const { name, sum } = metric as unknown as {
        name: string
        sum: { dataPoints: { asDouble: number }[] }
      }
      return name === 'claude_code.cost.usage' ? sum.dataPoints : []
    })
    .reduce((total, point) => total + point.asDouble, 0)

test('ledger, /cost, result and telemetry agree over agents, a fallback and a compaction', async () => {
  const agent = (name: string, more: object) => ({
    name: 'Agent',
    input: { description: name, prompt: `PART ${name}`, ...more },
  })
  const usage = (input: number, output: number) => ({ input_tokens: input, output_tokens: output })
  await using collector = await openCollector()
  await using world = await openWorldHere({
    replies: [
      {
        tools: [agent('front', {}), agent('back', { run_in_background: true })],
        when: { lastUserText: 'begin', model: 'haiku' },
        usage: usage(1_000, 300),
      },
      { ...OVERLOADED, when: { lastUserText: 'begin', model: 'sonnet' } },
      { text: 'front done', when: { lastUserText: 'PART front' }, usage: usage(20_000, 2_000), repeat: true },
      { text: 'back done', when: { lastUserText: 'PART back' }, usage: usage(30_000, 4_000), repeat: true },
      { text: 'Both are at it.', when: { toolResult: { contains: 'front done' } }, usage: usage(7_000, 70) },
      {
        text: `All done. ${'A long word. '.repeat(9_000)}`,
        when: { lastUserText: 'back done' },
        usage: usage(9_000, 90),
      },
      { text: 'On it.', when: { lastUserText: 'go on' }, usage: usage(11_000, 110) },
      { text: 'A summary of it all.', usage: usage(13_000, 1_300), repeat: true },
    ],
  })
  const env = telemetry(collector)
  const common = ['-p', '--output-format', 'stream-json', '--verbose', '--fallback-model', 'haiku']
  const first = await world.run([...common, '--', 'begin'], { env })
  expect([first.code, first.stderr]).toEqual([0, ''])
  const compacted = await world.run([...common, '--continue', '--', '/compact'], { env })
  expect(compacted.lines.some(ofType('system', 'compact_boundary'))).toBe(true)
  const last = await world.run([...common, '--continue', '--', 'go on'], { env })
  const result = last.lines.findLast(ofType('result'))
  const total = Number(result?.['total_cost_usd'])
  expect(total).toBeGreaterThan(0)

  const asked = await world.run(['-p', '--continue', '--', '/cost'], { env })
  const listed = await world.run(['ledger', '--json', '--kind', 'spend'], { env })
  const rows = listed.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { usd: number; source: string; agent?: string; by: string })
  const ledger = rows.reduce((sum, row) => sum + row.usd, 0)
  expect(new Set(rows.map(row => row.source))).toEqual(new Set(['main', 'agent', 'compaction']))
  expect(new Set(rows.map(row => /haiku/.test(row.by))).size).toBe(2)
  // Each call of an agent once, and with the agent that made it.
  expect(rows.filter(row => row.source === 'agent').map(row => row.agent !== undefined)).toEqual([true, true])
  const micro = (usd: number): number => Math.round(usd * MILLION)
  expect({ ledger: micro(ledger), telemetry: micro(costIn(collector)) }).toEqual({
    ledger: micro(total),
    telemetry: micro(total),
  })
  expect(asked.stdout).toContain(`Cost: $${total.toFixed(4)}`)
  const shown = await world.run(['ledger', '--kind', 'spend'], { env })
  expect(shown.stdout).toContain(`$${total.toFixed(4)}\n`)
})
