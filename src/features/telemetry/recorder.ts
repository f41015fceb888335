import type { MetricName } from './counters.ts'
import type { EventLog } from './event-log.ts'
import type { TelemetryOptions } from './options.ts'
import type { Attributes } from './otlp/attributes.ts'
import type { SpanContext, Spans } from './spans.ts'

/** What recording one kind of thing needs. */
export interface Recorder {
  readonly options: Pick<TelemetryOptions, 'content'>
  readonly log: EventLog
  readonly spans: Spans
  count(name: MetricName, amount: number, attributes?: Attributes): void
  now(): number
  /** A text of people, models or tools, without secrets and not longer than a backend takes. */
  clean(text: string): string
  /** The same of every text in a value, uncut. */
  cleanValue<T>(value: T): T
  readonly thread: Threads
}

/** What is known of the conversation and of its agents while they work. */
export interface Threads {
  get(agent: { readonly id: string } | undefined): ThreadState
  /** The span that what a thread does belongs to. */
  parentOf(agent: { readonly id: string; readonly toolUseId: string } | undefined): SpanContext | undefined
}

export interface ThreadState {
  /** Attempts that failed since the last reply. */
  retries: number
  /** When the request left that is not answered yet. */
  requestedAt: number | undefined
}

export const REDACTED = '<REDACTED>'
