import type { ToolUseBlock } from '../protocol/message.ts'
import type { BadInput, RepairedInput } from '../protocol/model.ts'
import type { CallRequest } from './turn.ts'

interface ReadInput {
  readonly badInput?: BadInput
  readonly repaired?: RepairedInput
}

/**
 * Hands calls on as they come. One whose input was not closed waits, and all behind it, until the reply is known to be
 * whole: in a reply that was cut off it is half a call.
 */
export class DeferredCalls {
  readonly #to: { add(call: CallRequest): void }
  readonly #held: { readonly block: ToolUseBlock; readonly read: ReadInput }[] = []

  constructor(to: { add(call: CallRequest): void }) {
    this.#to = to
  }

  add(block: ToolUseBlock, { badInput, repaired }: ReadInput): void {
    const read = { ...(badInput ? { badInput } : {}), ...(repaired ? { repaired } : {}) }
    if (this.#held.length > 0 || repaired?.unclosed) this.#held.push({ block, read })
    else this.#to.add(callOf(block, read))
  }

  /** The reply has ended. */
  release({ whole }: { readonly whole: boolean }): void {
    for (const { block, read } of this.#held.splice(0)) {
      const cut = whole ? undefined : read.repaired?.unclosed
      this.#to.add(callOf(block, cut ? { badInput: cut } : read))
    }
  }
}

const callOf = (block: ToolUseBlock, { badInput, repaired }: ReadInput): CallRequest => ({
  block,
  ...(badInput ? { badInput } : {}),
  ...(repaired ? { repaired: repaired.faults } : {}),
})
