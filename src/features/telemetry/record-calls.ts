import type { Event } from '../../protocol/event.ts'
import { plainText } from '../../protocol/message.ts'
import type { WatchedCall } from '../../protocol/telemetry/session-watch.ts'
import type { Attributes } from './otlp/attributes.ts'
import { REDACTED, type Recorder } from './recorder.ts'
import type { SpanContext } from './spans.ts'
import type { TracedRequests } from './trace-requests.ts'

type Of<T extends Event['type']> = Extract<Event, { readonly type: T }>

interface Reply {
  requestId?: string
  stopReason?: string
  hasCall: boolean
  text: string
}

/** Replies of which nobody has said yet what they used. */
const MAX_REPLIES = 200

const SOURCES: Readonly<Record<WatchedCall['source'], string>> = {
  main: 'main',
  agent: 'subagent',
  side: 'auxiliary',
  compaction: 'auxiliary',
  background: 'auxiliary',
}

/** Model calls: tokens, cost, and how they went. */
export class CallRecords {
  readonly #to: Recorder
  readonly #replies = new Map<string, Reply>()
  readonly #known: ReadonlySet<string>
  readonly #requests: Pick<TracedRequests, 'take' | 'takeFailed'> | undefined
  /** Of the conversation. */
  #effort: string | undefined
  #model: string | undefined

  constructor(
    to: Recorder,
    about: {
      /** Names of agents that come with the program. */
      readonly known: ReadonlySet<string>
      /** Absent: nobody is told of spans. */
      readonly requests: Pick<TracedRequests, 'take' | 'takeFailed'> | undefined
    },
  ) {
    this.#to = to
    this.#known = about.known
    this.#requests = about.requests
  }

  happened(event: Event): void {
    const state = this.#to.thread.get(event.agent)
    if (event.type === 'turn_started' && !event.agent) {
      this.#effort = event.turn.effort
      this.#model = event.turn.model
    }
    if (isBeforeRequest(event)) state.requestedAt = this.#to.now()
    if (event.type === 'retry') state.retries += 1
    else if (event.type === 'entry') this.#saw(event)
    else if (event.type === 'turn_ended') this.#ended(event)
  }

  called(call: WatchedCall): void {
    const { log, count } = this.#to
    const { usage, costUsd } = call
    const state = this.#to.thread.get(call.agent)
    const reply = this.#replies.get(call.replyId ?? '')
    const who = this.#who(call)
    const tokens = {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cacheRead: usage.cache_read_input_tokens,
      cacheCreation: usage.cache_creation_input_tokens,
    }
    for (const [type, amount] of Object.entries(tokens))
      count('claude_code.token.usage', amount, { type, ...who })
    count('claude_code.cost.usage', costUsd ?? 0, who)
    const facts: Attributes = {
      duration_ms: Math.round(call.durationMs),
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      cache_read_tokens: tokens.cacheRead,
      cache_creation_tokens: tokens.cacheCreation,
      request_id: reply?.requestId,
      speed: usage.speed === 'fast' ? 'fast' : 'normal',
    }
    log.write('api_request', { ...who, ...facts, cost_usd: costUsd }, this.#span(call, { facts, reply }))
    if (reply && reply.text !== '') this.#said(call, reply)
    this.#replies.delete(call.replyId ?? '')
    state.retries = 0
    state.requestedAt = undefined
  }

  /** Who asked, as labels of metrics and events. */
  #who({ model, source, agent, usage }: WatchedCall): Attributes {
    const isTold = agent && (this.#known.has(agent.name) || this.#to.options.content.toolDetails)
    return {
      model,
      query_source: SOURCES[source],
      ...(usage.speed === 'fast' ? { speed: 'fast' } : {}),
      ...(source === 'main' && this.#effort !== undefined ? { effort: this.#effort } : {}),
      ...(agent ? { 'agent.name': isTold ? agent.name : 'custom' } : {}),
    }
  }

  #span(
    call: WatchedCall,
    { facts, reply }: { readonly facts: Attributes; readonly reply: Reply | undefined },
  ): SpanContext {
    const { spans, now, thread } = this.#to
    const as = this.#requests?.take(call.replyId)
    const turn = call.source === 'main' || call.source === 'agent' ? thread.parentOf(call.agent) : undefined
    // A turn that began since the request left is not its own.
    const parent = as && as.traceId !== turn?.traceId ? undefined : turn
    const began = now() - call.durationMs
    const { retries } = thread.get(call.agent)
    const span = spans.begin('llm_request', { at: began, parent, as })
    spans.end(span, {
      attributes: {
        model: call.model,
        'gen_ai.request.model': call.model,
        'gen_ai.response.id': reply?.requestId,
        query_source: SOURCES[call.source],
        agent_id: call.agent?.id,
        'llm_request.context': !parent ? 'standalone' : call.agent ? 'tool' : 'interaction',
        ...facts,
        attempt: retries + 1,
        success: call.partial !== true,
        'response.has_tool_call': reply?.hasCall,
        stop_reason: reply?.stopReason,
        'gen_ai.response.finish_reasons': reply?.stopReason === undefined ? undefined : [reply.stopReason],
      },
      events: Array.from({ length: retries }, (_, index) => ({
        name: 'gen_ai.request.attempt',
        at: began,
        attributes: { attempt: index + 1 },
      })),
    })
    return span
  }

  #saw({ entry, replay }: Of<'entry'>): void {
    if (replay || entry.type !== 'assistant' || entry.isApiErrorMessage) return
    const { id, content, stop_reason: stopReason } = entry.message
    const known: Reply = this.#replies.get(id) ?? { hasCall: false, text: '' }
    known.text += plainText(content)
    known.hasCall ||= content.some(block => block.type === 'tool_use')
    if (entry.requestId !== undefined) known.requestId = entry.requestId
    if (stopReason !== null) known.stopReason = stopReason
    this.#replies.set(id, known)
    const [oldest] = this.#replies.keys()
    if (this.#replies.size > MAX_REPLIES && oldest !== undefined) this.#replies.delete(oldest)
  }

  #said({ model, source }: WatchedCall, { text, requestId }: Reply): void {
    const { log, options, clean } = this.#to
    log.write('assistant_response', {
      response_length: text.length,
      response: options.content.responses ? clean(text) : REDACTED,
      model,
      request_id: requestId,
      query_source: SOURCES[source],
    })
  }

  /** A request that was given up ends its turn. */
  #ended({ terminal, agent }: Of<'turn_ended'>): void {
    const { log, spans, now, thread, clean, options } = this.#to
    const state = thread.get(agent)
    const attempt = state.retries + 1
    const model = this.#model
    const query_source = agent ? 'subagent' : 'main'
    if (terminal.kind === 'refused')
      log.write('api_refusal', {
        model,
        query_source,
        attempt,
        has_category: false,
        has_explanation: terminal.message !== '',
      })
    if ('error' in terminal) {
      const began = state.requestedAt ?? now()
      const duration_ms = Math.round(now() - began)
      // A server may quote in its refusal what it was sent.
      const error = options.content.toolDetails ? clean(terminal.message) : terminal.error
      const facts = {
        model,
        error,
        status_code: terminal.status,
        request_id: terminal.requestId,
        query_source,
      }
      const parent = thread.parentOf(agent)
      const as = this.#requests?.takeFailed(parent?.traceId)
      const span = spans.begin('llm_request', { at: began, parent, as })
      spans.end(span, { error, attributes: { ...facts, duration_ms, attempt, success: false } })
      log.write('api_error', { ...facts, duration_ms, attempt }, span)
      if (attempt > 1)
        log.write('api_retries_exhausted', {
          model,
          error,
          status_code: terminal.status,
          total_attempts: attempt,
          total_retry_duration_ms: duration_ms,
        })
    }
    state.retries = 0
    state.requestedAt = undefined
  }
}

/** The beginning of a turn, and what is said to the model: a request follows. */
const isBeforeRequest = (event: Event): boolean =>
  event.type === 'turn_started' || (event.type === 'entry' && !event.replay && event.entry.type === 'user')
