import type { Engine } from '../../protocol/engine.ts'
import type { Event } from '../../protocol/event.ts'

/** Reads the engine's events from now on and hands them over one by one; a slow handler slows the turn down. */
export class EventPump implements AsyncDisposable {
  readonly #subscription: ReturnType<Engine['events']>
  #handled = 0
  #current: Promise<void> = Promise.resolve()
  /** Rejects when a handler fails; otherwise resolves when the events end. */
  readonly ended: Promise<void>

  constructor(engine: Engine, handle: (event: Event) => Promise<void>) {
    this.#subscription = engine.events()
    this.ended = this.#read(handle)
    // Whoever waits hears of a failure; it must not also count as unhandled when it comes before anybody waits.
    this.ended.catch(() => {})
  }

  async #read(handle: (event: Event) => Promise<void>): Promise<void> {
    for await (const event of this.#subscription) {
      this.#handled++
      this.#current = handle(event)
      await this.#current
    }
  }

  /**
   * Resolves when everything published so far is handled. What is published can be read without waiting for the
   * outside world, so a round of the event loop in which nothing was read shows that nothing is left.
   */
  async drained(): Promise<void> {
    for (let before = -1; before !== this.#handled; ) {
      before = this.#handled
      await this.#current
      await new Promise(resolve => setImmediate(resolve))
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#subscription[Symbol.asyncDispose]()
  }
}
