import type { Event } from '../../protocol/event.ts'
import { callText } from '../../protocol/messages/permissions/calls.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionAnswer, PermissionRequest } from '../../protocol/permission.ts'
import type { OpHandlers, Part } from '../scope.ts'

/** Questions put to the person or host, until they are answered or withdrawn. */
export class PermissionDesk implements Part {
  readonly ops: OpHandlers = { answer_permission: ({ id, answer }) => this.answer(id, answer) }
  readonly #open = new Map<string, (answer: PermissionAnswer) => void>()
  readonly #emit: (event: Event) => void

  constructor(emit: (event: Event) => void) {
    this.#emit = emit
  }

  /** `undefined` when the call was cancelled before anyone answered. */
  async ask(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer | undefined> {
    if (signal.aborted) return undefined
    const { promise, resolve } = Promise.withResolvers<PermissionAnswer | undefined>()
    const withdraw = (): void => resolve(undefined)
    signal.addEventListener('abort', withdraw, { once: true })
    this.#open.set(request.id, resolve)
    const from = request.agent ? { agent: request.agent } : {}
    this.#emit({ type: 'permission_request', request, ...from })
    const answer = await promise
    signal.removeEventListener('abort', withdraw)
    this.#open.delete(request.id)
    const settled = answer === undefined ? { withdrawn: true } : { withdrawn: false, answer: kindOf(answer) }
    this.#emit({ type: 'permission_settled', id: request.id, ...settled, ...from })
    return answer
  }

  answer(id: string, answer: PermissionAnswer): void {
    const resolve = this.#open.get(id)
    if (!resolve) throw new OpError(callText('no_question', { id }))
    resolve(answer)
  }
}

const kindOf = (answer: PermissionAnswer): 'once' | 'lasting' | 'declined' | 'stopped' => {
  if (answer.behavior === 'deny') return answer.interrupt ? 'stopped' : 'declined'
  return (answer.updatedPermissions ?? []).length > 0 ? 'lasting' : 'once'
}
