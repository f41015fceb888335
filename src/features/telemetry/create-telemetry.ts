import type { FindSecrets } from '../../lib/secrets/detect.ts'
import { redactText, redactValue } from '../../lib/secrets/redact.ts'
import type { Event } from '../../protocol/event.ts'
import { telemetryText } from '../../protocol/messages/host/telemetry.ts'
import type { Model } from '../../protocol/model.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import { Counters } from './counters.ts'
import { EventLog } from './event-log.ts'
import { Exporter, type ExporterDeps } from './exporter.ts'
import type { TelemetryOptions } from './options.ts'
import type { Attributes } from './otlp/attributes.ts'
import { BodyRecords } from './record-bodies.ts'
import { CallRecords } from './record-calls.ts'
import { FactRecords } from './record-facts.ts'
import { SessionRecords } from './record-session.ts'
import { ToolRecords } from './record-tools.ts'
import type { Recorder, ThreadState, Threads } from './recorder.ts'
import { type SpanContext, Spans, traceHeaders, traceVariables } from './spans.ts'
import { TracedRequests } from './trace-requests.ts'

export interface TelemetryDeps extends Omit<ExporterDeps, 'resource'> {
  readonly sessionId: string
  readonly startType: 'fresh' | 'resume' | 'continue'
  readonly entrypoint: string
  /** Random, the same for every session of this person on this machine. */
  readonly userId: string
  readonly terminal: string | undefined
  readonly os: { readonly type: string; readonly version: string; readonly arch: string }
  /** Finds what must not go out, whatever is around it. */
  readonly find: FindSecrets
  /** Names of agents that come with the program. */
  readonly knownAgents: ReadonlySet<string>
  /** A person sits at a screen: what the environment says of a caller's trace is then not meant. */
  readonly interactive: boolean
  now(): number
  newId(bytes: number): string
}

export interface Telemetry {
  readonly watch: SessionWatch
  /** The person pressed a key. */
  attended(): void
  /** The model through which requests are traced, or recorded whole with their replies; absent: they are not. */
  readonly watched?: (model: Model) => Model
  /** Delivers what is left, within the time that is given for it. Never rejects. */
  end(): Promise<void>
}

/** Counts one session and sends what was counted. */
export const createTelemetry = async (deps: TelemetryDeps): Promise<Telemetry> => {
  const { options, now } = deps
  const exporter = new Exporter({ ...deps, resource: resourceOf(deps) })
  const counters = new Counters(options.temporality, now)
  exporter.pump(counters)
  const sums = options.prometheus && new Counters('cumulative', now)
  const listener = sums && options.prometheus ? await listen(sums, options.prometheus, deps) : undefined
  const labels = metricLabels(deps)
  const count: Recorder['count'] = (name, amount, attributes = {}) => {
    for (const each of sums ? [counters, sums] : [counters])
      each.add(name, amount, { ...labels, ...attributes })
  }
  const { watch, watched, attended } = recordInto(deps, { exporter, count })
  count('claude_code.session.count', 1, { start_type: deps.startType })
  return {
    watch,
    attended,
    ...(watched ? { watched } : {}),
    async end() {
      listener?.close()
      await exporter.end()
    },
  }
}

const listen = async (
  sums: Counters,
  at: NonNullable<TelemetryOptions['prometheus']>,
  { failed }: TelemetryDeps,
): Promise<{ close(): void }> => {
  const { servePrometheus } = await import('./transport/serve-prometheus.ts')
  return servePrometheus(sums, { ...at, failed })
}

const recordInto = (
  deps: TelemetryDeps,
  { exporter, count }: { readonly exporter: Exporter; readonly count: Recorder['count'] },
): Pick<Telemetry, 'watch' | 'watched' | 'attended'> => {
  const { options, now, newId } = deps
  const { propagate } = options
  const standard = { ...options.resource, ...identity(deps), 'session.id': deps.sessionId }
  const caller = deps.interactive ? undefined : options.parent
  const sampled = caller?.sampled ?? true
  const isExported = exporter.traces && sampled
  const spans = new Spans({ standard, now, newId, ...(isExported ? { add: exporter.span } : {}) })
  const spanOf = (own: SpanContext | undefined) =>
    exporter.traces ? (own ?? session.span ?? caller) : caller
  const log = new EventLog({ standard, now, add: exporter.log, spanOf })
  const states = new Map<string, ThreadState>()
  const thread: Threads = {
    get(agent) {
      const id = agent?.id ?? ''
      const known = states.get(id) ?? { retries: 0, requestedAt: undefined }
      states.set(id, known)
      return known
    },
    parentOf: agent => (agent && tools.spanOf(agent.toolUseId)) ?? session.span,
  }
  const to: Recorder = { options, log, spans, count, now, ...cleaner(deps), thread }
  const tools = new ToolRecords(to)
  const session = new SessionRecords(to, caller)
  const isPropagated = exporter.traces && propagate
  const requests = isPropagated ? new TracedRequests({ turn: () => session.span, newId, sampled }) : undefined
  const calls = new CallRecords(to, { known: deps.knownAgents, requests })
  const facts = new FactRecords(to)
  const safely = guarded(deps)
  const { bodies } = options.content
  const whole = bodies && new BodyRecords({ ...deps, ...to, bodies, maxText: options.maxText })
  return {
    ...(whole || requests ? { watched: model => watchedBy([whole, requests], model) } : {}),
    attended: () => session.attended(),
    watch: {
      happened: safely((event: Event) => {
        if (event.type === 'stream') return
        // A turn is open before what happens in it and closed behind it.
        const order = event.type === 'turn_ended' ? [calls, tools, session] : [session, calls, tools, facts]
        for (const each of order) each.happened(event)
        if (event.type === 'turn_ended' && event.agent) states.delete(event.agent.id)
      }),
      ...(isPropagated
        ? {
            variablesFor(toolUseId) {
              const span = tools.executionOf(toolUseId)
              return span && traceVariables(span, { sampled, ...isPropagated })
            },
            traceFor(toolUseId) {
              const span = tools.executionOf(toolUseId)
              return span && traceHeaders(span, { sampled })
            },
          }
        : {}),
      noted: safely(fact => facts.noted(fact)),
      called: safely(call => calls.called(call)),
      decided: safely(decision => tools.decided(decision)),
      wrote: safely(({ added, removed, model }) => {
        count('claude_code.lines_of_code.count', added, { type: 'added', model })
        count('claude_code.lines_of_code.count', removed, { type: 'removed', model })
      }),
    },
  }
}

/** The model through all that want to see its requests. */
const watchedBy = (watches: readonly ({ watched(model: Model): Model } | undefined)[], model: Model): Model =>
  watches.reduce((inner, watch) => watch?.watched(inner) ?? inner, model)

/** A fault in the counting is none of the session's. */
const guarded =
  ({ failed }: Pick<TelemetryDeps, 'failed'>) =>
  <T>(record: (value: T) => void) =>
  (value: T): void => {
    try {
      record(value)
    } catch (error) {
      failed(telemetryText('not_recorded', { reason: String(error) }))
    }
  }

const cleaner = ({ find, options }: TelemetryDeps): Pick<Recorder, 'clean' | 'cleanValue'> => ({
  clean: text => redactText(text, find).slice(0, options.maxText),
  cleanValue: value => redactValue(value, find),
})

const identity = ({ options: { account }, userId, terminal }: TelemetryDeps): Attributes => ({
  'user.id': userId,
  'organization.id': account.organization,
  'user.email': account.email,
  'user.account_uuid': account.uuid,
  'terminal.type': terminal,
})

const metricLabels = (deps: TelemetryDeps): Attributes => {
  const { include, resource } = deps.options
  const { 'user.account_uuid': uuid, ...who } = identity(deps)
  return {
    ...(include.resource ? resource : {}),
    ...who,
    ...(include.account ? { 'user.account_uuid': uuid } : {}),
    ...(include.sessionId ? { 'session.id': deps.sessionId } : {}),
    ...(include.version ? { 'app.version': deps.version } : {}),
    ...(include.entrypoint ? { 'app.entrypoint': deps.entrypoint } : {}),
  }
}

const resourceOf = ({ options, version, os }: TelemetryDeps): Attributes => ({
  ...options.resource,
  'service.name': options.serviceName,
  'service.version': version,
  'os.type': os.type,
  'os.version': os.version,
  'host.arch': os.arch,
})
