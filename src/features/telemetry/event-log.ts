import { type Attributes, anyValue, keyValues, nanos } from './otlp/attributes.ts'
import type { Wire } from './otlp/messages.ts'
import type { SpanContext } from './spans.ts'

const INFO = 9

export interface EventLogDeps {
  /** Those every event has. */
  readonly standard: Attributes
  /** The span an event belongs to, when it names none of its own or that one is not exported. */
  spanOf(own: SpanContext | undefined): SpanContext | undefined
  now(): number
  add(record: Wire): void
}

/** Writes the events of one session, numbered and with the prompt they follow from. */
export class EventLog {
  readonly #deps: EventLogDeps
  #sequence = 0
  /** Id of what the person said last. */
  promptId: string | undefined

  constructor(deps: EventLogDeps) {
    this.#deps = deps
  }

  /** `name` without its prefix. */
  write(name: string, attributes: Attributes, own?: SpanContext): void {
    const span = this.#deps.spanOf(own)
    const now = this.#deps.now()
    const full = `claude_code.${name}`
    this.#deps.add({
      timeUnixNano: nanos(now),
      observedTimeUnixNano: nanos(now),
      severityNumber: INFO,
      severityText: 'INFO',
      body: anyValue(full),
      attributes: keyValues({
        ...this.#deps.standard,
        'event.name': name,
        'event.timestamp': new Date(now).toISOString(),
        'event.sequence': this.#sequence,
        'prompt.id': this.promptId,
        ...attributes,
      }),
      ...(span ? { traceId: span.traceId, spanId: span.spanId } : {}),
    })
    this.#sequence += 1
  }
}
