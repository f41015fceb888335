/** Knows which reply of a thread has come to its end: calls begin while the rest of theirs still streams. */
export class ReplyWatch {
  #last: string | undefined
  #next = Promise.withResolvers<void>()

  ended(replyId: string | undefined): void {
    this.#last = replyId
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  /** Resolves when the reply is over, or nobody waits for it any more. */
  async over(replyId: string, signal: AbortSignal): Promise<void> {
    const given = Promise.withResolvers<void>()
    const giveUp = (): void => given.resolve()
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      while (this.#last !== replyId && !signal.aborted)
        await Promise.race([this.#next.promise, given.promise])
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }
}
