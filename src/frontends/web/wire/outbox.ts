import type { Op } from '../../../protocol/op.ts'
import type { ClientFrame, ServerFrame } from '../../../protocol/serve/wire.ts'
import { ApiError } from './api.ts'

/** `accepted`: words that wait for their turn; with the run of the session they are gone. */
type Progress = 'new' | 'sent' | 'accepted'

/** What becomes of an op when the session is there again: `unknown` is one of which nobody can say whether it was done. */
type Fate = 'send' | 'keep' | 'done' | 'unknown'
export type FateOf = (op: Op, progress: Progress) => Fate

interface Pending {
  readonly op: Op
  progress: Progress
  resolve(): void
  reject(error: ApiError): void
}

/** Ops that nobody has confirmed yet, and words that are not in the conversation yet, in the order they were said. */
export class Outbox {
  readonly #pending = new Map<string, Pending>()
  /** Words that are in the conversation before somebody confirmed them. */
  readonly #heard = new Set<string>()

  /** Settles when it is confirmed or refused; with nowhere to send it to, it waits. */
  add(op: Op, send: ((text: string) => void) | undefined): Promise<void> {
    if (op.type === 'interrupt' && op.cancelQueued) this.#forget(({ progress }) => progress === 'accepted')
    return new Promise((resolve, reject) => {
      const id = crypto.randomUUID()
      const waiting: Pending = { op, progress: 'new', resolve, reject }
      this.#pending.set(id, waiting)
      if (send) deliver(id, waiting, send)
    })
  }

  /** A message is in the conversation. */
  heard(uuid: string): void {
    this.#forget(({ op, progress }) => {
      if (uuidOf(op) !== uuid) return false
      if (progress !== 'accepted') this.#heard.add(uuid)
      return progress === 'accepted'
    })
  }

  sendAll(send: (text: string) => void, fateOf: FateOf): void {
    for (const [id, waiting] of [...this.#pending]) {
      const fate = fateOf(waiting.op, waiting.progress)
      if (fate === 'send') deliver(id, waiting, send)
      if (fate === 'done' || fate === 'unknown') this.#pending.delete(id)
      if (fate === 'done') waiting.resolve()
      if (fate === 'unknown') waiting.reject(new ApiError('offline', ''))
    }
  }

  settle(frame: ServerFrame & { readonly kind: 'ack' }): void {
    const waiting = this.#pending.get(frame.id)
    if (!waiting) return
    const uuid = uuidOf(waiting.op)
    const waits = frame.ok && uuid !== undefined && !this.#heard.delete(uuid)
    if (waits) waiting.progress = 'accepted'
    else this.#pending.delete(frame.id)
    if (frame.ok) waiting.resolve()
    else waiting.reject(new ApiError(frame.error.kind, frame.error.message))
  }

  /** Nobody will confirm them. */
  close(): void {
    for (const { reject } of this.#pending.values()) reject(new ApiError('offline', ''))
    this.#pending.clear()
  }

  #forget(which: (waiting: Pending) => boolean): void {
    for (const [id, waiting] of this.#pending) if (which(waiting)) this.#pending.delete(id)
  }
}

/** Of words for the model: a line for the program is done or not, but nothing to be kept for later. */
const uuidOf = (op: Op): string | undefined => {
  if (op.type !== 'submit') return undefined
  return typeof op.content === 'string' && op.content.startsWith('/') ? undefined : op.uuid
}

const deliver = (id: string, waiting: Pending, send: (text: string) => void): void => {
  waiting.progress = 'sent'
  send(JSON.stringify({ kind: 'op', id, op: waiting.op } satisfies ClientFrame))
}
