import type { Op } from '../protocol/op.ts'

export type Submission = Extract<Op, { readonly type: 'submit' }> & { readonly uuid: string }

/** Messages that wait: for the end of the running turn, or for its next pause. */
export class InputQueue {
  #waiting: Submission[] = []

  get uuids(): readonly string[] {
    return this.#waiting.map(item => item.uuid)
  }

  add(item: Submission): void {
    this.#waiting.push(item)
  }

  next(): Submission | undefined {
    return this.#waiting.shift()
  }

  takeAll(): readonly Submission[] {
    const all = this.#waiting
    this.#waiting = []
    return all
  }
}
