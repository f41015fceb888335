import type { HookPorts } from '../../features/hooks/ports.ts'
import type { Event } from '../../protocol/event.ts'
import type { OpHandlers, Part } from '../scope.ts'

type Answer = { readonly output: unknown } | { readonly error: string }

/** Hooks that the program which drives this one answers itself, until it has or nobody waits any more. */
export class HookDesk implements Part {
  readonly ops: OpHandlers = { answer_hook: ({ id, answer }) => this.#open.get(id)?.(answer) }
  readonly #open = new Map<string, (answer: Answer) => void>()
  readonly #emit: (event: Event) => void
  readonly #newId: () => string

  constructor(to: { emit(event: Event): void; newId(): string }) {
    this.#emit = to.emit
    this.#newId = to.newId
  }

  readonly callHost: NonNullable<HookPorts['callHost']> = async (callbackId, input, signal) => {
    signal.throwIfAborted()
    const id = this.#newId()
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
    const withdraw = (): void => resolve(undefined)
    signal.addEventListener('abort', withdraw, { once: true })
    this.#open.set(id, resolve)
    this.#emit({ type: 'hook_callback', id, callbackId, input })
    const answer = await promise
    signal.removeEventListener('abort', withdraw)
    this.#open.delete(id)
    this.#emit({ type: 'hook_settled', id, withdrawn: answer === undefined })
    if (!answer) throw new Error('nobody waits for the answer any more')
    if ('error' in answer) throw new Error(answer.error)
    return answer.output
  }
}
