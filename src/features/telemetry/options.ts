import { isAbsolute } from 'node:path'
import { telemetryText } from '../../protocol/messages/host/telemetry.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'

type Env = Readonly<Record<string, string | undefined>>

export const SIGNALS = ['metrics', 'logs', 'traces'] as const
export type Signal = (typeof SIGNALS)[number]

const EXPORTERS = ['otlp', 'console', 'prometheus', 'none'] as const
type Exporter = (typeof EXPORTERS)[number]
const PROTOCOLS = ['grpc', 'http/protobuf', 'http/json'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** Where one signal goes over OTLP. */
export interface OtlpTarget {
  readonly signal: Signal
  readonly protocol: Protocol
  /** Of http the whole address, of grpc the server. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Paths of PEM files. */
  readonly tls: {
    readonly ca?: string
    readonly cert?: string
    readonly key?: string
    readonly pass?: string
  }
}

export interface SignalOptions {
  readonly console: boolean
  readonly otlp?: OtlpTarget
  readonly intervalMs: number
}

export interface TelemetryOptions {
  readonly signals: Readonly<Partial<Record<Signal, SignalOptions>>>
  readonly prometheus?: { readonly host: string; readonly port: number }
  readonly temporality: 'delta' | 'cumulative'
  readonly resource: Readonly<Record<string, string>>
  readonly serviceName: string
  /** What the texts of people and tools may go out as they are. */
  readonly content: {
    readonly prompts: boolean
    readonly responses: boolean
    readonly toolDetails: boolean
    readonly toolContent: boolean
    /** Whole requests and replies: in events, or in files that events name. */
    readonly bodies?: 'inline' | { readonly directory: string }
  }
  /** Longer texts are cut. */
  readonly maxText: number
  readonly include: {
    readonly sessionId: boolean
    readonly version: boolean
    readonly account: boolean
    readonly entrypoint: boolean
    readonly resource: boolean
  }
  readonly account: {
    readonly uuid: string | undefined
    readonly email: string | undefined
    readonly organization: string | undefined
  }
  readonly shutdownMs: number
  readonly headersHelperMs: number
  /** Faults of the export are also written to standard error. */
  readonly diagnose: boolean
  /** The span of whoever started this program. */
  readonly parent?: {
    readonly traceId: string
    readonly spanId: string
    readonly state?: string
    /** False: nobody records that trace, so its parts would hang on nothing. */
    readonly sampled: boolean
  }
  /** Commands are told which span they run in; `overState`: their environment also holds a word of another trace. */
  readonly propagate: false | { readonly overState: boolean }
}

/** What is wrong is said and left out: telemetry never keeps a session from opening. */
export const readTelemetryOptions = (env: Env, warn: Warn): TelemetryOptions => {
  const reading = { env, warn }
  const traced =
    isOn(env, 'CLAUDE_CODE_ENHANCED_TELEMETRY_BETA') || isOn(env, 'ENABLE_ENHANCED_TELEMETRY_BETA')
  const signals: Partial<Record<Signal, SignalOptions>> = {}
  for (const signal of SIGNALS) {
    if (signal === 'traces' && !traced) continue
    const found = readSignal(reading, signal)
    if (found) signals[signal] = found
  }
  const resource = readPairs(env['OTEL_RESOURCE_ATTRIBUTES'] ?? '')
  const prompts = isOn(env, 'OTEL_LOG_USER_PROMPTS')
  const isPrometheus = exportersOf(reading, 'metrics').includes('prometheus')
  return {
    signals,
    ...(isPrometheus ? { prometheus: prometheusOf(env) } : {}),
    temporality:
      env['OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE']?.toLowerCase() === 'cumulative'
        ? 'cumulative'
        : 'delta',
    resource,
    serviceName: env['OTEL_SERVICE_NAME'] || resource['service.name'] || 'capstan',
    content: {
      prompts,
      responses: isSet(env, 'OTEL_LOG_ASSISTANT_RESPONSES')
        ? isOn(env, 'OTEL_LOG_ASSISTANT_RESPONSES')
        : prompts,
      toolDetails: isOn(env, 'OTEL_LOG_TOOL_DETAILS'),
      toolContent: isOn(env, 'OTEL_LOG_TOOL_CONTENT'),
      ...bodiesOf(reading),
    },
    maxText: Math.min(
      positive(env, 'CLAUDE_CODE_OTEL_CONTENT_MAX_LENGTH', 60 * 1_024),
      positive(env, 'OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT', MOST_MS),
    ),
    include: {
      sessionId: included(env, 'SESSION_ID', true),
      version: included(env, 'VERSION', false),
      account: included(env, 'ACCOUNT_UUID', true),
      entrypoint: included(env, 'ENTRYPOINT', false),
      resource: included(env, 'RESOURCE_ATTRIBUTES', true),
    },
    account: {
      uuid: named(env, 'CLAUDE_CODE_ACCOUNT_UUID'),
      email: named(env, 'CLAUDE_CODE_USER_EMAIL'),
      organization: named(env, 'CLAUDE_CODE_ORGANIZATION_UUID'),
    },
    shutdownMs: positive(env, 'CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS', 2_000),
    headersHelperMs: positive(env, 'CLAUDE_CODE_OTEL_HEADERS_HELPER_DEBOUNCE_MS', 29 * 60_000),
    diagnose: isOn(env, 'CLAUDE_CODE_OTEL_DIAG_STDERR'),
    ...parentOf(env),
    propagate: isSet(env, PROPAGATE) && !isOn(env, PROPAGATE) ? false : { overState: !!env['TRACESTATE'] },
  }
}

interface Reading {
  readonly env: Env
  readonly warn: Warn
}

const bodiesOf = ({ env, warn }: Reading): Pick<TelemetryOptions['content'], 'bodies'> => {
  const said = env['OTEL_LOG_RAW_API_BODIES'] ?? ''
  if (!said.startsWith('file:')) return isOn(env, 'OTEL_LOG_RAW_API_BODIES') ? { bodies: 'inline' } : {}
  const directory = said.slice('file:'.length)
  if (isAbsolute(directory)) return { bodies: { directory } }
  warn(telemetryText('bad_body_directory', { value: JSON.stringify(directory) }))
  return {}
}

const MOST_MS = 2 ** 31 - 1
const PROPAGATE = 'CLAUDE_CODE_PROPAGATE_TRACEPARENT'

/** CAPSTAN_X for what others call CLAUDE_CODE_X, which it beats. */
const named = (env: Env, name: string): string | undefined =>
  env[name.replace(/^CLAUDE_CODE_/, 'CAPSTAN_')] || env[name] || undefined

const isSet = (env: Env, name: string): boolean => named(env, name) !== undefined

const isOn = (env: Env, name: string): boolean => {
  const value = named(env, name)?.toLowerCase()
  return value !== undefined && value !== '0' && value !== 'false'
}

const included = (env: Env, name: string, usual: boolean): boolean => {
  const full = `OTEL_METRICS_INCLUDE_${name}`
  return isSet(env, full) ? isOn(env, full) : usual
}

const positive = (env: Env, name: string, usual: number): number => {
  const value = Number(named(env, name))
  return Number.isFinite(value) && value > 0 ? Math.min(value, MOST_MS) : usual
}

const INTERVALS: Readonly<Record<Signal, readonly [name: string, usual: number]>> = {
  metrics: ['OTEL_METRIC_EXPORT_INTERVAL', 60_000],
  logs: ['OTEL_LOGS_EXPORT_INTERVAL', 5_000],
  traces: ['OTEL_TRACES_EXPORT_INTERVAL', 5_000],
}

const exportersOf = ({ env, warn }: Reading, signal: Signal): readonly Exporter[] =>
  (env[`OTEL_${signal.toUpperCase()}_EXPORTER`] ?? '').split(',').flatMap(word => {
    const name = word.trim().toLowerCase()
    if (name === '') return []
    const known = EXPORTERS.find(each => each === name)
    if (!known || (known === 'prometheus' && signal !== 'metrics'))
      warn(
        telemetryText('unsupported', {
          variable: `OTEL_${signal.toUpperCase()}_EXPORTER`,
          value: JSON.stringify(name),
          known: telemetryText('exporters'),
        }),
      )
    return known ? [known] : []
  })

const readSignal = (reading: Reading, signal: Signal): SignalOptions | undefined => {
  const exporters = exportersOf(reading, signal)
  const otlp = exporters.includes('otlp') ? readTarget(reading, signal) : undefined
  const isShown = exporters.includes('console')
  const isPulled = signal === 'metrics' && exporters.includes('prometheus')
  if (!otlp && !isShown && !isPulled) return undefined
  const [name, usual] = INTERVALS[signal]
  return { console: isShown, ...(otlp ? { otlp } : {}), intervalMs: positive(reading.env, name, usual) }
}

const readTarget = ({ env, warn }: Reading, signal: Signal): OtlpTarget | undefined => {
  const own = (name: string): string | undefined =>
    env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`] || undefined
  const any = (name: string): string | undefined => env[`OTEL_EXPORTER_OTLP_${name}`] || undefined
  const wanted = own('PROTOCOL') ?? any('PROTOCOL') ?? 'http/protobuf'
  const protocol = PROTOCOLS.find(each => each === wanted)
  if (!protocol) {
    warn(
      telemetryText('unsupported', {
        variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
        value: JSON.stringify(wanted),
        known: telemetryText('protocols', { names: PROTOCOLS }),
      }),
    )
    return undefined
  }
  const text = own('ENDPOINT') ?? any('ENDPOINT') ?? `http://localhost:${protocol === 'grpc' ? 4317 : 4318}`
  const url = addressOf(text, protocol)
  if (!url) {
    warn(telemetryText('bad_endpoint', { url: JSON.stringify(text) }))
    return undefined
  }
  return {
    signal,
    protocol,
    url: protocol === 'grpc' || own('ENDPOINT') !== undefined ? url : withPath(url, signal),
    headers: { ...readPairs(any('HEADERS') ?? ''), ...readPairs(own('HEADERS') ?? '') },
    timeoutMs: Number(own('TIMEOUT') ?? any('TIMEOUT')) || 10_000,
    tls: tlsOf(env, name => own(name) ?? any(name)),
  }
}

const tlsOf = (env: Env, find: (name: string) => string | undefined): OtlpTarget['tls'] => {
  const [ca, cert, key] = [
    find('CERTIFICATE'),
    find('CLIENT_CERTIFICATE') ?? named(env, 'CLAUDE_CODE_CLIENT_CERT'),
    find('CLIENT_KEY') ?? named(env, 'CLAUDE_CODE_CLIENT_KEY'),
  ]
  const pass = named(env, 'CLAUDE_CODE_CLIENT_KEY_PASSPHRASE')
  return {
    ...(ca ? { ca } : {}),
    ...(cert ? { cert } : {}),
    ...(key ? { key } : {}),
    ...(pass ? { pass } : {}),
  }
}

/** A server for grpc may be named without a scheme. */
const addressOf = (text: string, protocol: Protocol): URL | undefined => {
  const full = protocol === 'grpc' && !text.includes('://') ? `http://${text}` : text
  const url = URL.canParse(full) ? new URL(full) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

const withPath = (url: URL, signal: Signal): URL => {
  const full = new URL(url)
  full.pathname = `${url.pathname.replace(/\/$/, '')}/v1/${signal}`
  return full
}

/** `key=value,key=value`, each percent-encoded where it must be. */
const readPairs = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').flatMap(pair => {
      const at = pair.indexOf('=')
      const key = pair.slice(0, at).trim()
      return at > 0 && key !== '' ? [[decoded(key), decoded(pair.slice(at + 1).trim())] as const] : []
    }),
  )

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const prometheusOf = (env: Env): NonNullable<TelemetryOptions['prometheus']> => ({
  host: env['OTEL_EXPORTER_PROMETHEUS_HOST'] || '127.0.0.1',
  port: Number(env['OTEL_EXPORTER_PROMETHEUS_PORT'] || 9464),
})

const SAMPLED = 1

const parentOf = (env: Env): Pick<TelemetryOptions, 'parent'> => {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(env['TRACEPARENT'] ?? '') ?? []
  if (traceId === '') return {}
  const state = env['TRACESTATE']
  const sampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED
  return { parent: { traceId, spanId, sampled, ...(state ? { state } : {}) } }
}
