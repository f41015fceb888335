import type { Op } from '../../../protocol/op.ts'
import type { ClientFrame, ServerFrame } from '../../../protocol/serve/wire.ts'
import { ApiError } from './api.ts'

/** What becomes of an op that nobody has confirmed: it is sent, it was done, or nobody can know whether it was. */
type Fate = 'send' | 'done' | 'unknown'
export type FateOf = (op: Op, wasSent: 'sent' | 'new') => Fate

interface Pending {
  readonly op: Op
  sent: 'sent' | 'new'
  resolve(): void
  reject(error: ApiError): void
}

/** Ops that nobody has confirmed yet. */
export class Outbox {
  readonly #pending = new Map<string, Pending>()

  /** Settles when it is confirmed or refused; with nowhere to send it to, it waits. */
  add(op: Op, send: ((text: string) => void) | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const id = crypto.randomUUID()
      const waiting: Pending = { op, sent: 'new', resolve, reject }
      this.#pending.set(id, waiting)
      if (send) deliver(id, waiting, send)
    })
  }

  sendAll(send: (text: string) => void, fateOf: FateOf): void {
    for (const [id, waiting] of this.#pending) {
      const fate = fateOf(waiting.op, waiting.sent)
      if (fate === 'send') deliver(id, waiting, send)
      else this.#pending.delete(id)
      if (fate === 'done') waiting.resolve()
      if (fate === 'unknown') waiting.reject(new ApiError('offline', ''))
    }
  }

  settle(frame: ServerFrame & { readonly kind: 'ack' }): void {
    const waiting = this.#pending.get(frame.id)
    this.#pending.delete(frame.id)
    if (frame.ok) waiting?.resolve()
    else waiting?.reject(new ApiError(frame.error.kind, frame.error.message))
  }

  /** Nobody will confirm them. */
  close(): void {
    for (const { reject } of this.#pending.values()) reject(new ApiError('offline', ''))
    this.#pending.clear()
  }
}

const deliver = (id: string, waiting: Pending, send: (text: string) => void): void => {
  waiting.sent = 'sent'
  send(JSON.stringify({ kind: 'op', id, op: waiting.op } satisfies ClientFrame))
}
