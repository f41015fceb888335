import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Event } from '../../protocol/event.ts'
import type { ToolResultBlock } from '../../protocol/message.ts'
import type { WatchedDecision } from '../../protocol/telemetry/session-watch.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import type { Attributes } from './otlp/attributes.ts'
import type { Recorder } from './recorder.ts'
import type { OpenSpan, SpanContext } from './spans.ts'
import {
  editedLanguage,
  madeByCall,
  reportedToolName,
  spanDetails,
  toolInput,
  toolParameters,
} from './tool-facts.ts'

type Of<T extends Event['type']> = Extract<Event, { readonly type: T }>
type Source = 'config' | 'hook' | 'user_permanent' | 'user_temporary' | 'user_abort' | 'user_reject'

interface OpenCall {
  readonly name: string
  input: unknown
  readonly span: OpenSpan
  readonly agent: AgentOrigin | undefined
  /** When somebody was asked, and what they said. */
  askedAt?: number
  answer?: Of<'permission_settled'>['answer']
  source?: Source
  execution?: OpenSpan
}

/** Calls whose result never came are not waited for. */
const MAX_OPEN = 500

/** Tool calls: who decided, how long they took, what they made. */
export class ToolRecords {
  readonly #to: Recorder
  readonly #open = new Map<string, OpenCall>()
  /** By the id of a question, the call it is about. */
  readonly #questions = new Map<string, string>()

  constructor(to: Recorder) {
    this.#to = to
  }

  /** The span of what a call does, for the programs it starts. */
  executionOf(toolUseId: string): SpanContext | undefined {
    return this.#open.get(toolUseId)?.execution
  }

  /** The span of a call that runs, for the agent it starts. */
  spanOf(toolUseId: string): SpanContext | undefined {
    return this.#open.get(toolUseId)?.span
  }

  happened(event: Event): void {
    if (event.type === 'entry' && !event.replay) this.#saw(event)
    else if (event.type === 'permission_request') {
      const call = this.#open.get(event.request.toolUseId)
      this.#questions.set(event.request.id, event.request.toolUseId)
      if (call) call.askedAt = this.#to.now()
    } else if (event.type === 'permission_settled') {
      const call = this.#open.get(this.#questions.get(event.id) ?? '')
      this.#questions.delete(event.id)
      if (call) call.answer = event.answer ?? 'stopped'
    } else if (event.type === 'tool_started') this.#started(event.toolUseId)
    else if (event.type === 'turn_ended' && !event.agent) this.#questions.clear()
  }

  decided({ toolName, toolUseId, input, granted, because }: WatchedDecision): void {
    const { log, count } = this.#to
    const call = this.#open.get(toolUseId)
    const source = sourceOf(granted, because, call?.answer)
    const decision = granted ? 'accept' : 'reject'
    const language = editedLanguage(toolName, input)
    if (language !== undefined)
      count('claude_code.code_edit_tool.decision', 1, { tool_name: toolName, decision, source, language })
    log.write(
      'tool_decision',
      { ...this.#named(toolName, toolUseId), decision, source, ...this.#parameters(toolName, input) },
      call?.span,
    )
    if (!call) return
    call.source = source
    call.input = input
    this.#waited(call, { decision, source })
    if (granted && toolName === RULE_NAMES.skill) this.#skill(input)
  }

  /** The time until it was decided: of a call nobody was asked about, none. */
  #waited(call: OpenCall, said: { readonly decision: string; readonly source: Source }): void {
    const { spans, now } = this.#to
    const at = call.askedAt ?? now()
    const span = spans.begin('tool.blocked_on_user', { at, parent: call.span })
    spans.end(span, { attributes: { duration_ms: Math.round(now() - at), ...said } })
  }

  #started(toolUseId: string): void {
    const call = this.#open.get(toolUseId)
    if (call) call.execution = this.#to.spans.begin('tool.execution', { parent: call.span })
  }

  #saw({ entry, agent }: Of<'entry'>): void {
    if (entry.type === 'assistant')
      for (const block of entry.message.content)
        if (block.type === 'tool_use') this.#begin(block.id, block, agent)
    if (entry.type === 'user' && typeof entry.message.content !== 'string')
      for (const block of entry.message.content) if (block.type === 'tool_result') this.#end(block)
  }

  #begin(
    id: string,
    { name, input }: { readonly name: string; readonly input: unknown },
    agent: AgentOrigin | undefined,
  ): void {
    const { spans, thread } = this.#to
    const span = spans.begin('tool', { parent: thread.parentOf(agent) })
    this.#open.set(id, { name, input, span, agent })
    const [oldest] = this.#open.keys()
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#open.delete(oldest)
  }

  #end(block: ToolResultBlock): void {
    const call = this.#open.get(block.tool_use_id)
    if (!call) return
    this.#open.delete(block.tool_use_id)
    const { spans, now, count, clean, cleanValue, options } = this.#to
    const { toolDetails, toolContent } = options.content
    const isError = block.is_error === true
    const text = typeof block.content === 'string' ? block.content : JSON.stringify(block.content)
    if (call.execution) {
      const ms = Math.round(now() - call.execution.began)
      const failure = isError ? (toolDetails ? clean(text) : 'ToolError') : undefined
      const ids = { tool_use_id: block.tool_use_id, 'gen_ai.tool.call.id': block.tool_use_id }
      spans.end(call.execution, {
        attributes: { duration_ms: ms, ...ids, success: !isError, error: failure },
        ...(failure === undefined ? {} : { error: failure }),
      })
      this.#result(block.tool_use_id, call, { ms, text, isError })
      const made = isError ? undefined : madeByCall(call.name, call.input)
      if (made) count(`claude_code.${made}.count`, 1)
    }
    spans.end(call.span, {
      attributes: {
        ...this.#named(call.name, block.tool_use_id),
        'gen_ai.tool.call.id': block.tool_use_id,
        duration_ms: Math.round(now() - call.span.began),
        result_tokens: Math.ceil(text.length / 4),
        agent_id: call.agent?.id,
        ...(toolDetails ? this.#cleaned(spanDetails(call.name, call.input)) : {}),
      },
      events: toolContent
        ? [
            {
              name: 'tool.output',
              at: now(),
              attributes: { input: clean(JSON.stringify(cleanValue(call.input))), output: clean(text) },
            },
          ]
        : [],
    })
  }

  #result(
    id: string,
    call: OpenCall,
    { ms, text, isError }: { readonly ms: number; readonly text: string; readonly isError: boolean },
  ): void {
    const { log, clean, cleanValue, options } = this.#to
    const { toolDetails } = options.content
    log.write(
      'tool_result',
      {
        ...this.#named(call.name, id),
        success: isError ? 'false' : 'true',
        duration_ms: ms,
        ...(isError ? { error_type: 'ToolError', error: toolDetails ? clean(text) : undefined } : {}),
        decision_type: 'accept',
        decision_source: call.source ?? 'config',
        tool_input_size_bytes: Buffer.byteLength(JSON.stringify(call.input) ?? ''),
        tool_result_size_bytes: Buffer.byteLength(text),
        ...this.#parameters(call.name, call.input),
        tool_input: toolDetails ? clean(toolInput(cleanValue(call.input))) : undefined,
      },
      call.execution ?? call.span,
    )
  }

  #skill(input: unknown): void {
    const { log, clean, options } = this.#to
    const { skill_name: name } = spanDetails(RULE_NAMES.skill, input)
    log.write('skill_activated', {
      'skill.name': options.content.toolDetails && name !== undefined ? clean(name) : 'custom_skill',
      invocation_trigger: 'claude-proactive',
    })
  }

  #named(name: string, toolUseId: string): Attributes {
    return { tool_name: reportedToolName(name, this.#to.options.content.toolDetails), tool_use_id: toolUseId }
  }

  #parameters(name: string, input: unknown): Attributes {
    const { clean, cleanValue, options } = this.#to
    if (!options.content.toolDetails) return {}
    return { tool_parameters: clean(toolParameters(name, cleanValue(input))) }
  }

  #cleaned(texts: Readonly<Record<string, string | undefined>>): Attributes {
    const { clean } = this.#to
    return Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, text === undefined ? undefined : clean(text)]),
    )
  }
}

const sourceOf = (
  granted: boolean,
  because: WatchedDecision['because'],
  answer: OpenCall['answer'],
): Source => {
  if (granted && answer === 'lasting') return 'user_permanent'
  if (granted && answer === 'once') return 'user_temporary'
  if (!granted && answer === 'declined') return 'user_reject'
  if (!granted && answer === 'stopped') return 'user_abort'
  return because === 'hook' ? 'hook' : 'config'
}
