import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attributesOf, openCollector, recordsOf } from '../support/otlp-collector.ts'
import { openWorldHere } from '../support/run-here.ts'

const telemetry = (url: string) => ({
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  OTEL_LOGS_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000',
})

test('hooks that may run and what a prompt names are told, each once and without names', async () => {
  await using collector = await openCollector()
  await using world = await openWorldHere({ replies: [{ text: 'Read.' }] })
  const hook = { type: 'command', command: 'true' }
  world.put('herons.md', 'two herons\n')
  mkdirSync(join(world.project, 'attic'))
  world.put(
    '.claude/settings.json',
    JSON.stringify({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook, hook] }], Stop: [{ hooks: [hook] }] },
    }),
  )
  const env = telemetry(collector.url)
  await world.run(['-p', 'see @herons.md and @attic and @nowhere', '--trust'], { env })
  const events = recordsOf(collector, 'logs').map(attributesOf)
  const told = (name: string) => events.filter(event => event['event.name'] === name)
  expect(
    told('hook_registered').map(event => [event['hook_event'], event['hook_type'], event['hook_source']]),
  ).toEqual([
    ['PreToolUse', 'command', 'settings'],
    ['PreToolUse', 'command', 'settings'],
    ['Stop', 'command', 'settings'],
  ])
  expect(told('at_mention').map(event => [event['mention_type'], event['success']])).toEqual([
    ['file', true],
    ['directory', true],
  ])
  expect(JSON.stringify(collector.exports)).not.toMatch(/herons|attic/)
})
