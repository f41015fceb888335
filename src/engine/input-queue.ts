import type { UserMessage } from '../protocol/message.ts'
import type { Op } from '../protocol/op.ts'
import type { Means } from './config.ts'

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

  /** From the first on, those that fit. */
  takeWhile(fits: (item: Submission) => boolean): readonly Submission[] {
    const end = this.#waiting.findIndex(item => !fits(item))
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  takeAll(): readonly Submission[] {
    const all = this.#waiting
    this.#waiting = []
    return all
  }
}

export const toMessage = ({ uuid, content, isMeta }: Submission, means: Means): UserMessage => ({
  type: 'user',
  uuid,
  timestamp: means.now().toISOString(),
  message: { role: 'user', content },
  ...(isMeta ? { isMeta: true } : {}),
})
