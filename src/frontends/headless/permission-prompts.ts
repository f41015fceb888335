import type {
  CanUseTool,
  ControlRequest,
  ControlResponse,
  OutboundControl,
} from '../../protocol/control/control-message.ts'
import type { Parsed } from '../../protocol/control/inbound-schema.ts'
import type { Engine } from '../../protocol/engine.ts'
import { sdkHostText } from '../../protocol/messages/engine/sdk-host.ts'
import { describeError, type LocalizedText, messageFields } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionAnswer, PermissionRequest } from '../../protocol/permission.ts'

export interface PermissionHost {
  readonly engine: Engine
  /** Absent: there is no host to ask. */
  readonly send: ((message: OutboundControl) => Promise<void>) | undefined
  /** Name of the MCP tool that is asked in its place. */
  readonly tool?: string | undefined
  readonly parse: (answer: unknown) => Parsed<PermissionAnswer>
  readonly allowBypass: boolean
  readonly ids: () => string
}

/** Open questions to the host. Whatever is not a clear yes from it is a no. */
export class PermissionPrompts {
  readonly #host: PermissionHost
  /** Request id on the wire → id of the engine's question. */
  readonly #open = new Map<string, { readonly id: string; readonly line: ControlRequest<CanUseTool> }>()
  #closed = false

  constructor(host: PermissionHost) {
    this.#host = host
  }

  async ask(request: PermissionRequest): Promise<void> {
    const { send, tool, ids } = this.#host
    if (tool !== undefined && !this.#closed) return this.#askTool(tool, request)
    if (!send || this.#closed) return this.#settle(request.id, deny(sdkHostText('nobody_to_ask')))
    const requestId = ids()
    const { decision, details } = request
    const line: ControlRequest<CanUseTool> = {
      type: 'control_request',
      request_id: requestId,
      request: {
        subtype: 'can_use_tool',
        tool_name: request.toolName,
        input: request.input,
        tool_use_id: request.toolUseId,
        permission_suggestions: decision.offer,
        decision_reason: decision.because.text,
        decision_reason_type: decision.because.type,
        ...(decision.blockedPath !== undefined && { blocked_path: decision.blockedPath }),
        ...(details && { title: details.title, description: details.description ?? details.why }),
        ...(details?.tried && {
          tried_first: { ...details.tried, ...(details.diff && { diff: details.diff.text }) },
        }),
        ...(request.agent && { agent_id: request.agent.id }),
      },
    }
    this.#open.set(requestId, { id: request.id, line })
    await send(line)
  }

  /** The turn waits for it, the rest of the run does not. */
  #askTool(tool: string, { id, toolName, toolUseId, input }: PermissionRequest): void {
    const about = {
      tool,
      input: { tool_name: toolName, input, tool_use_id: toolUseId },
      by: 'permission_prompt' as const,
    }
    this.#host.engine
      .look('server_call', about)
      .then(({ content }) => this.#read({ subtype: 'success', request_id: id, response: jsonIn(content) }))
      .catch((error: unknown) =>
        deny(sdkHostText('permission_tool_failed', { reason: describeError(error) })),
      )
      .then(answer => this.#settle(id, answer))
      // Nothing is left to answer when the conversation is over.
      .catch(() => undefined)
  }

  /** Questions without an answer so far, as they were asked. */
  get pending(): readonly ControlRequest<CanUseTool>[] {
    return [...this.#open.values()].map(({ line }) => line)
  }

  /** The host's answer; one to a question that is no longer open is too late and means nothing. */
  async answer(response: ControlResponse['response']): Promise<void> {
    const open = this.#open.get(response.request_id)
    if (open === undefined) return
    this.#open.delete(response.request_id)
    await this.#settle(open.id, this.#read(response))
  }

  #read(response: ControlResponse['response']): PermissionAnswer {
    if (response.subtype === 'error') return deny(sdkHostText('question_failed', { reason: response.error }))
    const parsed = this.#host.parse(response.response)
    if (!parsed.ok) return deny(sdkHostText('answer_invalid', { reason: parsed.error }))
    const answer = parsed.value
    const bypass =
      answer.behavior === 'allow' &&
      answer.updatedPermissions?.some(
        update => update.type === 'setMode' && update.mode === 'bypassPermissions',
      )
    return bypass && !this.#host.allowBypass ? deny(sdkHostText('answer_bypasses')) : answer
  }

  /** The engine no longer waits for an answer. */
  async settled(id: string, withdrawn: boolean): Promise<void> {
    for (const [requestId, open] of this.#open)
      if (open.id === id) {
        this.#open.delete(requestId)
        if (withdrawn) await this.#host.send?.({ type: 'control_cancel_request', request_id: requestId })
      }
  }

  /** No more answers will come. */
  async close(): Promise<void> {
    this.#closed = true
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const { id } of open) await this.#settle(id, deny(sdkHostText('host_gone')))
  }

  async #settle(id: string, answer: PermissionAnswer): Promise<void> {
    try {
      await this.#host.engine.send({ type: 'answer_permission', id, answer })
    } catch (error) {
      // The question was withdrawn between asking and answering: nothing waits for this any more.
      if (!(error instanceof OpError)) throw error
    }
  }
}

const deny = (text: LocalizedText): PermissionAnswer => ({
  behavior: 'deny',
  ...messageFields(text),
  failed: true,
})

/** The answer stands as JSON in the text of the result. */
const jsonIn = (content: readonly unknown[]): unknown => {
  const texts = content.flatMap(block =>
    typeof block === 'object' && block !== null && 'text' in block ? [String(block.text)] : [],
  )
  try {
    return JSON.parse(texts.join(''))
  } catch {
    return undefined
  }
}
