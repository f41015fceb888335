import { errorText } from '../../lib/error-text.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import { telemetryText } from '../../protocol/messages/host/telemetry.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { Counters } from './counters.ts'
import type { OtlpTarget, Signal, SignalOptions, TelemetryOptions } from './options.ts'
import { type Attributes, keyValues } from './otlp/attributes.ts'
import { encodeJson } from './otlp/encode-json.ts'
import type { MessageName, Wire } from './otlp/messages.ts'
import { Pipeline } from './pipeline.ts'
import { sendHttp } from './transport/send-http.ts'

export interface ExporterDeps {
  readonly options: TelemetryOptions
  readonly version: string
  /** Of whoever sends: the same for all signals. */
  readonly resource: Attributes
  readonly proxy: ProxySettings
  /** Headers a command of the person's makes; absent: there is none. */
  readonly dynamicHeaders?: () => Promise<Readonly<Record<string, string>>>
  /** Where the console exporter writes. */
  print(text: string): void
  readonly failed: Warn
}

/** How each signal is wrapped, and who says to have made it. */
const SHAPES = {
  metrics: ['ExportMetricsServiceRequest', 'resourceMetrics', 'scopeMetrics', 'metrics', ''],
  logs: ['ExportLogsServiceRequest', 'resourceLogs', 'scopeLogs', 'logRecords', '.events'],
  traces: ['ExportTraceServiceRequest', 'resourceSpans', 'scopeSpans', 'spans', '.tracing'],
} as const satisfies Readonly<Record<Signal, readonly [MessageName, string, string, string, string]>>

/** The name says whose attributes these are, not whose program sent them: that is `service.name`. */
const SCOPE = 'com.anthropic.claude_code'

/** Sends what is recorded to where the person wants it, in the background. */
export class Exporter {
  readonly #deps: ExporterDeps
  readonly #closing = new AbortController()
  readonly #pipelines: Partial<Record<'logs' | 'traces', Pipeline>> = {}
  #timer: NodeJS.Timeout | undefined
  #pumping: Promise<void> | undefined
  #told = ''

  constructor(deps: ExporterDeps) {
    this.#deps = deps
    for (const signal of ['logs', 'traces'] as const) {
      const at = deps.options.signals[signal]
      if (!at) continue
      this.#pipelines[signal] = new Pipeline({
        intervalMs: at.intervalMs,
        deliver: records => this.#deliver(signal, at, records),
        failed: error => this.#fail(error),
      })
    }
  }

  readonly log = (record: Wire): void => this.#pipelines.logs?.add(record)
  readonly span = (record: Wire): void => this.#pipelines.traces?.add(record)
  get traces(): boolean {
    return this.#pipelines.traces !== undefined
  }

  /** Counters are sent at their own pace from now on. */
  pump(counters: Counters): void {
    const at = this.#deps.options.signals.metrics
    if (!at || (!at.console && !at.otlp)) return
    this.#pump = () => this.#sendMetrics(at, counters)
    this.#timer = setInterval(() => void this.#pump(), at.intervalMs)
    this.#timer.unref()
  }

  /** Delivers what it can within the time that is given for it. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    const left = [this.#pumping, ...Object.values(this.#pipelines).map(line => line.flush())]
    const flushed = Promise.all([...left, this.#pump()])
    const limit = setTimeout(
      () => this.#closing.abort(new Error('no time left')),
      this.#deps.options.shutdownMs,
    )
    await flushed.catch(() => undefined)
    clearTimeout(limit)
    for (const line of Object.values(this.#pipelines)) line.end()
  }

  #pump: () => Promise<void> = async () => undefined

  async #sendMetrics(at: SignalOptions, counters: Counters): Promise<void> {
    await this.#pumping
    const { metrics, giveBack } = counters.take()
    if (metrics.length === 0) return
    this.#pumping = this.#deliver('metrics', at, metrics).catch(error => {
      giveBack()
      this.#fail(error)
    })
    await this.#pumping
    this.#pumping = undefined
  }

  async #deliver(signal: Signal, at: SignalOptions, records: readonly Wire[]): Promise<void> {
    const [name, resources, scopes, items, suffix] = SHAPES[signal]
    const { resource, version, print } = this.#deps
    const scope = { name: `${SCOPE}${suffix}`, version }
    const message = {
      [resources]: [
        { resource: { attributes: keyValues(resource) }, [scopes]: [{ scope, [items]: records }] },
      ],
    }
    if (at.console) print(encodeJson(name, message))
    if (at.otlp) await this.#send(at.otlp, name, message)
  }

  async #send(target: OtlpTarget, name: MessageName, message: Wire): Promise<void> {
    const isGrpc = target.protocol === 'grpc'
    const made = isGrpc ? {} : await this.#deps.dynamicHeaders?.()
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(target.timeoutMs)])
    const headers = { ...target.headers, ...made }
    const outgoing = { name, message, headers, proxy: this.#deps.proxy, signal }
    if (!isGrpc) return await sendHttp(target, outgoing)
    const { sendGrpc } = await import('./transport/send-grpc.ts')
    await sendGrpc(target, outgoing)
  }

  /** The same fault is told once. */
  #fail(error: unknown): void {
    const text = telemetryText('not_exported', { reason: errorText(error) })
    if (text.text === this.#told) return
    this.#told = text.text
    this.#deps.failed(text)
  }
}
