import type { ControlResponse, OutboundControl } from '../../protocol/control/control-message.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Event } from '../../protocol/event.ts'

type Callback = Extract<Event, { readonly type: 'hook_callback' }>

/** Hooks of the host that it has not answered yet. */
export class HookCallbacks {
  readonly #engine: Pick<Engine, 'send'>
  readonly #send: ((message: OutboundControl) => Promise<void>) | undefined
  /** Ids on the wire are those of the engine. */
  readonly #open = new Set<string>()
  #closed = false

  constructor(engine: Pick<Engine, 'send'>, send: ((message: OutboundControl) => Promise<void>) | undefined) {
    this.#engine = engine
    this.#send = send
  }

  async ask({ id, callbackId, input }: Callback): Promise<void> {
    // Its input has ended, but it may still hear that the session does.
    const isLast = this.#closed && input.hook_event_name === 'SessionEnd'
    if (isLast) await this.#engine.send({ type: 'answer_hook', id, answer: { output: {} } })
    else if (!this.#send || this.#closed) return await this.#fail(id, 'the host is gone')
    else this.#open.add(id)
    const call = input['tool_use_id']
    await this.#send?.({
      type: 'control_request',
      request_id: id,
      request: {
        subtype: 'hook_callback',
        callback_id: callbackId,
        input,
        ...(typeof call === 'string' && { tool_use_id: call }),
      },
    })
  }

  /** True when the answer was one to a hook; one that comes too late means nothing. */
  async answer(response: ControlResponse['response']): Promise<boolean> {
    const id = response.request_id
    if (!this.#open.delete(id)) return false
    const answer =
      response.subtype === 'error' ? { error: response.error } : { output: response.response ?? {} }
    await this.#engine.send({ type: 'answer_hook', id, answer })
    return true
  }

  /** The engine no longer waits. */
  async settled(id: string, withdrawn: boolean): Promise<void> {
    if (this.#open.delete(id) && withdrawn)
      await this.#send?.({ type: 'control_cancel_request', request_id: id })
  }

  /** No more answers will come. */
  async close(): Promise<void> {
    this.#closed = true
    for (const id of [...this.#open]) await this.#fail(id, 'the host went away without an answer')
    this.#open.clear()
  }

  async #fail(id: string, error: string): Promise<void> {
    await this.#engine.send({ type: 'answer_hook', id, answer: { error } })
  }
}
