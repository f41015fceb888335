import type { ControlResponse, OutboundControl } from '../../protocol/control/control-message.ts'

/** MCP servers in the process of the host: each message is a request to it. */
export class SdkServers {
  readonly #ids: () => string
  readonly #open = new Map<string, PromiseWithResolvers<unknown>>()
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
  async exchange(server: string, message: unknown): Promise<unknown> {
    if (!this.#send || this.#closed) throw new Error('the program that has this server cannot be reached')
    const answer = Promise.withResolvers<unknown>()
    const id = this.#ids()
    this.#open.set(id, answer)
    await this.#send({
      type: 'control_request',
      request_id: id,
      request: { subtype: 'mcp_message', server_name: server, message },
    })
    return await answer.promise
  }

  /** False when the answer is to something else. */
  answer(response: ControlResponse['response']): boolean {
    const open = this.#open.get(response.request_id)
    if (!open) return false
    this.#open.delete(response.request_id)
    if (response.subtype === 'error') open.reject(new Error(response.error))
    else open.resolve((response.response as { readonly mcp_response?: unknown } | undefined)?.mcp_response)
    return true
  }

  /** No more answers will come. */
  close(): void {
    this.#closed = true
    for (const open of this.#open.values())
      open.reject(new Error('the program that has this server has gone'))
    this.#open.clear()
  }
}
