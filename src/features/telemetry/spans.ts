import type { TraceHeaders } from '../../protocol/telemetry/trace-headers.ts'
import { type Attributes, keyValues, nanos } from './otlp/attributes.ts'
import type { Wire } from './otlp/messages.ts'

const INTERNAL = 1
const ERROR = 2

export interface SpanContext {
  readonly traceId: string
  readonly spanId: string
  /** What other tracers on the way want to be handed on. */
  readonly state?: string
}

export interface OpenSpan extends SpanContext {
  readonly name: string
  readonly began: number
  readonly parent: SpanContext | undefined
  readonly attributes: Attributes
}

interface SpanEvent {
  readonly name: string
  readonly at: number
  readonly attributes: Attributes
}

export interface Ending {
  readonly attributes?: Attributes
  /** Why it failed; absent: it did not. */
  readonly error?: string
  readonly events?: readonly SpanEvent[]
  readonly at?: number
}

export interface SpansDeps {
  /** Those every span has. */
  readonly standard: Attributes
  now(): number
  newId(bytes: number): string
  /** Absent: nobody wants spans. */
  readonly add?: (record: Wire) => void
}

/** Spans from their beginning to their end; nothing is kept of one that never ends. */
export class Spans {
  readonly #deps: SpansDeps

  constructor(deps: SpansDeps) {
    this.#deps = deps
  }

  begin(
    name: string,
    from: {
      readonly parent?: SpanContext | undefined
      readonly at?: number
      readonly attributes?: Attributes
      /** It has its name already. */
      readonly as?: SpanContext | undefined
    } = {},
  ): OpenSpan {
    const { newId, now } = this.#deps
    return {
      name,
      began: from.at ?? now(),
      traceId: from.as?.traceId ?? from.parent?.traceId ?? newId(16),
      spanId: from.as?.spanId ?? newId(8),
      parent: from.parent,
      attributes: from.attributes ?? {},
      ...(from.parent?.state === undefined ? {} : { state: from.parent.state }),
    }
  }

  end(span: OpenSpan, { attributes, error, events = [], at = this.#deps.now() }: Ending = {}): void {
    this.#deps.add?.({
      traceId: span.traceId,
      spanId: span.spanId,
      ...(span.state === undefined ? {} : { traceState: span.state }),
      ...(span.parent ? { parentSpanId: span.parent.spanId } : {}),
      name: `claude_code.${span.name}`,
      kind: INTERNAL,
      startTimeUnixNano: nanos(span.began),
      endTimeUnixNano: nanos(Math.max(at, span.began)),
      attributes: keyValues({
        ...this.#deps.standard,
        'span.type': span.name,
        ...span.attributes,
        ...attributes,
      }),
      events: events.map(event => ({
        timeUnixNano: nanos(event.at),
        name: event.name,
        attributes: keyValues(event.attributes),
      })),
      ...(error === undefined ? {} : { status: { code: ERROR, message: error } }),
    })
  }
}

/** A span as requests to other programs name it (W3C Trace Context). */
export const traceHeaders = (
  { traceId, spanId, state }: SpanContext,
  { sampled }: { readonly sampled: boolean },
): TraceHeaders => ({
  traceparent: `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`,
  ...(state === undefined ? {} : { tracestate: state }),
})

/** The same in the environment of a program; `overState`: a word of another trace stands there. */
export const traceVariables = (
  span: SpanContext,
  { sampled, overState }: { readonly sampled: boolean; readonly overState: boolean },
): Readonly<Record<string, string>> => {
  const { traceparent, tracestate } = traceHeaders(span, { sampled })
  return {
    TRACEPARENT: traceparent,
    ...(tracestate !== undefined || overState ? { TRACESTATE: tracestate ?? '' } : {}),
  }
}
