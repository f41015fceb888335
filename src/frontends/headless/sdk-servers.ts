import type { ControlResponse, OutboundControl } from '../../protocol/control/control-message.ts'
import type { ServerAnswer, ServerHost, ServerQuestion } from '../../protocol/extensions/server.ts'

type Listener = (message: unknown) => void

/** MCP servers in the process of the host, and what other servers want to know from it: each message is a request to it. */
export class SdkServers implements Required<ServerHost> {
  readonly #ids: () => string
  readonly #open = new Map<string, PromiseWithResolvers<unknown>>()
  readonly #listeners = new Map<string, Set<Listener>>()
  #send: ((message: OutboundControl) => Promise<void>) | undefined
  #closed = false

  constructor(ids: () => string) {
    this.#ids = ids
  }

  /** From now on the host can be reached. */
  attach(send: (message: OutboundControl) => Promise<void>): void {
    this.#send = send
  }

  /** Rejects when the host does not know the server, or has gone. */
  readonly sdkServer = async (server: string, message: unknown): Promise<unknown> => {
    const response = await this.#ask({ subtype: 'mcp_message', server_name: server, message })
    return (response as { readonly mcp_response?: unknown } | undefined)?.mcp_response
  }

  readonly sdkListen = (server: string, hear: Listener): (() => void) => {
    const listeners = this.#listeners.get(server) ?? new Set<Listener>()
    this.#listeners.set(server, listeners.add(hear))
    return () => void listeners.delete(hear)
  }

  /** A server of the host says something by itself. */
  hear(server: string, message: unknown): void {
    for (const listener of this.#listeners.get(server) ?? []) listener(message)
  }

  /** What is no answer is taken for none: nobody said yes. */
  readonly elicit = async (question: ServerQuestion, signal: AbortSignal): Promise<ServerAnswer> => {
    const { server, message, url, id, schema } = question
    const response = await this.#ask(
      {
        subtype: 'elicitation',
        mcp_server_name: server,
        message,
        mode: url === undefined ? 'form' : 'url',
        ...(url === undefined ? {} : { url }),
        ...(id === undefined ? {} : { elicitation_id: id }),
        ...(schema === undefined ? {} : { requested_schema: schema }),
      },
      signal,
    ).catch(() => undefined)
    return isAnswer(response) ? response : { action: 'cancel' }
  }

  /** False when the answer is to something else. */
  answer(response: ControlResponse['response']): boolean {
    const open = this.#open.get(response.request_id)
    if (!open) return false
    this.#open.delete(response.request_id)
    if (response.subtype === 'error') open.reject(new Error(response.error))
    else open.resolve(response.response)
    return true
  }

  /** No more answers will come. */
  close(): void {
    this.#closed = true
    for (const open of this.#open.values())
      open.reject(new Error('the program that has this server has gone'))
    this.#open.clear()
  }

  async #ask(
    request: Extract<OutboundControl, { readonly type: 'control_request' }>['request'],
    signal?: AbortSignal,
  ): Promise<unknown> {
    const send = this.#send
    if (!send || this.#closed) throw new Error('the program that has this server cannot be reached')
    const answer = Promise.withResolvers<unknown>()
    const id = this.#ids()
    this.#open.set(id, answer)
    const withdraw = (): void => {
      if (!this.#open.delete(id)) return
      answer.reject(new Error('it is no longer wanted'))
      void send({ type: 'control_cancel_request', request_id: id }).catch(() => undefined)
    }
    signal?.addEventListener('abort', withdraw, { once: true })
    try {
      await send({ type: 'control_request', request_id: id, request })
      return await answer.promise
    } finally {
      signal?.removeEventListener('abort', withdraw)
    }
  }
}

const isAnswer = (value: unknown): value is ServerAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'action' in value &&
  (value.action === 'accept' || value.action === 'decline' || value.action === 'cancel')
