import type { Model, ModelDelta, ModelReply, ModelRequest } from '../../protocol/model.ts'
import { type SpanContext, traceHeaders } from './spans.ts'

/** Requests that nobody has booked yet. */
const MAX_KNOWN = 200

interface TraceDeps {
  /** The turn that runs. */
  turn(): SpanContext | undefined
  newId(bytes: number): string
  readonly sampled: boolean
}

/** Names the span of each request before it leaves, so that whoever answers it can join the trace. */
export class TracedRequests {
  readonly #deps: TraceDeps
  readonly #byReply = new Map<string, SpanContext>()
  #failed: SpanContext | undefined

  constructor(deps: TraceDeps) {
    this.#deps = deps
  }

  /** The same model, told the span of each request. */
  watched(model: Model): Model {
    const count = model.countTokens?.bind(model)
    return {
      stream: (request, signal) => this.#stream(model, request, signal),
      ...(count ? { countTokens: count } : {}),
    }
  }

  /** The span of the request that this reply answers. */
  take(replyId: string | undefined): SpanContext | undefined {
    const span = this.#byReply.get(replyId ?? '')
    this.#byReply.delete(replyId ?? '')
    return span
  }

  /** That of the last request without an answer, if it was made in this trace. */
  takeFailed(traceId: string | undefined): SpanContext | undefined {
    const span = this.#failed
    if (span?.traceId !== traceId) return undefined
    this.#failed = undefined
    return span
  }

  async *#stream(
    model: Model,
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelDelta, ModelReply> {
    const span = this.#begin(request)
    const stream = model.stream({ ...request, trace: traceHeaders(span, this.#deps) }, signal)
    try {
      for (;;) {
        const step = await stream.next()
        if (step.done) return step.value
        if (step.value.type === 'start') this.#keep(step.value.id, span)
        yield step.value
      }
    } catch (error) {
      this.#failed = span
      throw error
    } finally {
      await stream.return(undefined as never)
    }
  }

  /** What is asked beside the turns has a trace of its own. */
  #begin({ source }: ModelRequest): SpanContext {
    const { turn, newId } = this.#deps
    const parent = source === 'main' ? turn() : undefined
    return {
      traceId: parent?.traceId ?? newId(16),
      spanId: newId(8),
      ...(parent?.state === undefined ? {} : { state: parent.state }),
    }
  }

  #keep(replyId: string, span: SpanContext): void {
    this.#byReply.set(replyId, span)
    const [oldest] = this.#byReply.keys()
    if (this.#byReply.size > MAX_KNOWN && oldest !== undefined) this.#byReply.delete(oldest)
  }
}
