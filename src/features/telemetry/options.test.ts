import { expect, test } from 'vitest'
import { readTelemetryOptions } from './options.ts'

const read = (env: Record<string, string>) => {
  const warnings: string[] = []
  return { ...readTelemetryOptions(env, ({ text }) => warnings.push(text)), warnings }
}

test('without an exporter nothing goes anywhere', () => {
  expect(read({}).signals).toEqual({})
  expect(read({ OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' }).signals).toEqual({})
})

test.each([
  [{}, 'http/protobuf', 'http://localhost:4318/v1/logs'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'grpc', 'http://localhost:4317/'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.test/otlp/' }, 'http/protobuf', 'https://c.test/otlp/v1/logs'],
  [
    { OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'http/json',
    'http://localhost:4318/v1/logs',
  ],
  // An address of one signal is taken as it is.
  [{ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://c.test/in' }, 'http/protobuf', 'http://c.test/in'],
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_ENDPOINT: 'c.test:4317' },
    'grpc',
    'http://c.test:4317/',
  ],
])('where events go with %j', (env, protocol, url) => {
  const { otlp } = read({ OTEL_LOGS_EXPORTER: 'otlp', ...env }).signals.logs ?? {}
  expect([otlp?.protocol, otlp?.url.href]).toEqual([protocol, url])
})

test('headers and certificates of one signal beat those of all', () => {
  const { otlp } =
    read({
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a,X-Team=one',
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'X-Team=two',
      OTEL_EXPORTER_OTLP_CERTIFICATE: '/ca.pem',
      OTEL_EXPORTER_OTLP_METRICS_CLIENT_KEY: '/own.key',
      CLAUDE_CODE_CLIENT_CERT: '/client.pem',
      CLAUDE_CODE_CLIENT_KEY: '/client.key',
    }).signals.metrics ?? {}
  expect(otlp?.headers).toEqual({ Authorization: 'Bearer a', 'X-Team': 'two' })
  expect(otlp?.tls).toEqual({ ca: '/ca.pem', cert: '/client.pem', key: '/own.key' })
})

test('traces need their own switch, under either name', () => {
  const env = { OTEL_TRACES_EXPORTER: 'otlp' }
  expect(read(env).signals.traces).toBeUndefined()
  for (const name of [
    'CLAUDE_CODE_ENHANCED_TELEMETRY_BETA',
    'ENABLE_ENHANCED_TELEMETRY_BETA',
    'CAPSTAN_ENHANCED_TELEMETRY_BETA',
  ])
    expect(read({ ...env, [name]: '1' }).signals.traces).toMatchObject({ intervalMs: 5_000 })
})

test('no content goes out unless it was asked for; answers follow prompts until told otherwise', () => {
  expect(read({}).content).toEqual({
    prompts: false,
    responses: false,
    toolDetails: false,
    toolContent: false,
  })
  expect(read({ OTEL_LOG_USER_PROMPTS: '1' }).content).toMatchObject({ prompts: true, responses: true })
  expect(read({ OTEL_LOG_USER_PROMPTS: '1', OTEL_LOG_ASSISTANT_RESPONSES: '0' }).content).toMatchObject({
    prompts: true,
    responses: false,
  })
})

test('what labels metrics have can be chosen', () => {
  const usual = { sessionId: true, version: false, account: true, entrypoint: false, resource: true }
  expect(read({}).include).toEqual(usual)
  expect(
    read({ OTEL_METRICS_INCLUDE_SESSION_ID: 'false', OTEL_METRICS_INCLUDE_VERSION: 'true' }).include,
  ).toEqual({ ...usual, sessionId: false, version: true })
})

test('what is wrong is said and left out', () => {
  const { signals, warnings } = read({
    OTEL_METRICS_EXPORTER: 'otlp,carrier-pigeon',
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/xml',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'ftp://c.test',
  })
  expect(signals).toEqual({})
  expect(warnings.map(text => /carrier-pigeon|http\/xml|ftp:/.exec(text)?.[0])).toEqual(
    expect.arrayContaining(['carrier-pigeon', 'http/xml', 'ftp:']),
  )
})

test('attributes of the team are decoded; a trace of whoever starts the program is taken up', () => {
  const { resource, parent } = read({
    OTEL_RESOURCE_ATTRIBUTES: 'team.id=platform,org.name=John%27s%20shop,broken',
    TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  })
  expect(resource).toEqual({ 'team.id': 'platform', 'org.name': "John's shop" })
  expect(parent).toEqual({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    sampled: true,
  })
  expect(
    read({ TRACEPARENT: '00-00000000000000000000000000000000-b7ad6b7169203331-01' }).parent,
  ).toBeUndefined()
})
