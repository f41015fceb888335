import { expect, test } from 'vitest'
import { attributesOf, openCollector, recordsOf } from '../../support/otlp-collector.ts'
import { idle } from '../../support/pty/asked.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'

test('keys at the terminal count as active time of the person, beside that of the program', async () => {
  await using collector = await openCollector()
  {
    await using terminal = await openTerminalHere(
      { replies: [{ text: 'Hello.' }, { text: 'Welcome.' }] },
      {
        env: {
          CLAUDE_CODE_ENABLE_TELEMETRY: '1',
          CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000',
          OTEL_METRICS_EXPORTER: 'otlp',
          OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        },
      },
    )
    terminal.say('hi')
    await terminal.program.waitFor('Hello.')
    await idle(terminal)
    terminal.say('thanks')
    await terminal.program.waitFor('Welcome.')
    await idle(terminal)
    // A program that is killed says nothing: it leaves by itself.
    terminal.program.key('ctrl+c')
    await terminal.program.waitFor('Ctrl-C again')
    terminal.program.key('ctrl+c')
    await terminal.program.exit
  }
  const points = recordsOf(collector, 'metrics').flatMap(({ name, sum }) =>
    name === 'claude_code.active_time.total'
      ? (sum as { dataPoints: { asDouble: number; attributes: [] }[] }).dataPoints.map(point => ({
          value: point.asDouble,
          type: attributesOf(point)['type'],
        }))
      : [],
  )
  expect(points.map(({ type }) => type).toSorted()).toEqual(['cli', 'user'])
  for (const { value } of points) expect(value).toBeGreaterThan(0)
})
