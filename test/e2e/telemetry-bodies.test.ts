import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { attributesOf, openCollector, recordsOf } from '../support/otlp-collector.ts'
import { openWorldHere } from '../support/run-here.ts'
import { API_KEY } from '../support/run-program.ts'

const TALK: Scenario = {
  replies: [
    {
      content: [
        { type: 'thinking', thinking: 'the owl thinks' },
        { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'keys.txt' } },
      ],
    },
    { text: 'The heron is done.' },
  ],
}

const run = async (bodies: string, more: Record<string, string> = {}) => {
  await using collector = await openCollector()
  await using world = await openWorldHere(TALK)
  world.put('keys.txt', `key: ${API_KEY}\n`)
  const { code } = await world.run(['-p', `where is the heron? ${API_KEY}`, '--trust'], {
    env: {
      CLAUDE_CODE_ENABLE_TELEMETRY: '1',
      CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000',
      OTEL_LOGS_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_LOG_RAW_API_BODIES: bodies.replace('HOME', world.root),
      ...more,
    },
  })
  expect([code, collector.faults]).toEqual([0, []])
  const events = recordsOf(collector, 'logs').map(attributesOf)
  const named = (name: string) => events.filter(event => event['event.name'] === name)
  const directory = join(world.root, 'bodies')
  const files = bodies.startsWith('file:')
    ? readdirSync(directory).map(name => ({
        name,
        mode: statSync(join(directory, name)).mode & 0o777,
        text: readFileSync(join(directory, name), 'utf8'),
      }))
    : []
  return {
    requests: named('api_request_body'),
    responses: named('api_response_body'),
    sent: JSON.stringify(collector.exports),
    files,
  }
}

test('whole requests and replies are told when the owner asks, without secrets and thoughts', async () => {
  const { requests, responses, sent } = await run('1', { CLAUDE_CODE_OTEL_CONTENT_MAX_LENGTH: '1000000' })
  expect([requests.length, responses.length]).toEqual([2, 2])
  const first = JSON.parse(String(requests[0]?.['body'])) as { messages: unknown[]; tools: unknown[] }
  expect(first.tools.length).toBeGreaterThan(3)
  expect(JSON.stringify(first.messages)).toContain('where is the heron')
  expect(requests[0]).toMatchObject({ query_source: 'main', model: expect.any(String) })
  expect(requests[0]).not.toHaveProperty('body_truncated')
  expect(JSON.parse(String(responses[0]?.['body']))).toMatchObject({
    type: 'message',
    content: [{ type: 'thinking', thinking: '<REDACTED>' }, { name: 'Read' }],
    usage: { output_tokens: expect.any(Number) },
  })
  expect(sent).not.toContain('owl')
  expect(sent).not.toContain(API_KEY)
})

test('a body that is too long for an event is cut, and its length is told', async () => {
  const { requests } = await run('1', { CLAUDE_CODE_OTEL_CONTENT_MAX_LENGTH: '1000' })
  expect(requests[0]).toMatchObject({ body: expect.stringMatching(/^.{1000}$/s), body_truncated: 'true' })
  expect(requests[0]?.['body_length']).toBeGreaterThan(10_000)
})

test('in files they are whole, for the owner alone, and the events name them', async () => {
  const { requests, responses, files, sent } = await run('file:HOME/bodies')
  const names = files.map(({ name }) => name)
  expect(names.filter(name => name.endsWith('.request.json'))).toHaveLength(2)
  expect(names.filter(name => name.endsWith('.response.json'))).toHaveLength(2)
  expect(new Set(files.map(({ mode }) => mode))).toEqual(new Set([0o600]))
  expect(String(requests[1]?.['body_ref'])).toMatch(/\/bodies\/[\w-]+\.request\.json$/)
  expect([requests[1]?.['body'], requests[1]?.['body_truncated']]).toEqual([undefined, undefined])
  const last = files.find(({ name }) => String(requests[1]?.['body_ref']).endsWith(name))
  expect(Buffer.byteLength(last?.text ?? '')).toBe(requests[1]?.['body_length'])
  expect(() => JSON.parse(last?.text ?? '')).not.toThrow()
  const index =
    files
      .find(({ name }) => name === 'index.jsonl')
      ?.text.trim()
      .split('\n') ?? []
  expect(index.map(line => JSON.parse(line) as object)).toMatchObject([
    { request_file: requests[0]?.['body_ref'], response_file: responses[0]?.['body_ref'] },
    { request_file: requests[1]?.['body_ref'], query_source: 'main', message_id: expect.any(String) },
  ])
  const all = files.map(({ text }) => text).join('')
  for (const word of ['owl thinks', API_KEY]) expect(all).not.toContain(word)
  expect(sent).not.toContain('heron')
})

test.each<[string, Record<string, string>]>([
  ['', {}],
  ['0', { OTEL_LOG_USER_PROMPTS: '1' }],
  ['file:relative', {}],
])('without a clear wish (%j) no body is told', async (bodies, more) => {
  const { requests, responses } = await run('1', { ...more, OTEL_LOG_RAW_API_BODIES: bodies })
  expect([requests, responses]).toEqual([[], []])
})
