import { AsyncQueue } from '../lib/async-queue.ts'
import type { Event } from '../protocol/event.ts'

/** Gives every event to everyone who reads. */
export class Broadcast {
  readonly #readers = new Set<AsyncQueue<Event>>()
  /** Questions, and what became of them, until somebody reads. */
  #early: Event[] = []
  #closed = false
  readonly #hear: readonly ((event: Event) => void)[]

  /** `hear`: those who are told before anybody reads it, and whom nobody waits for. */
  constructor(...hear: readonly ((event: Event) => void)[]) {
    this.#hear = hear
  }

  /** A new subscription, from now on; the first one also hears of questions that nobody has heard yet. */
  read(): AsyncIterable<Event> & AsyncDisposable {
    const reader = new AsyncQueue<Event>()
    this.#readers.add(reader)
    for (const event of this.#early) void reader.push(event)
    this.#early = []
    if (this.#closed) reader.close()
    return reader
  }

  /** Resolves when the slowest reader has caught up; nobody waits when all keep pace. */
  emit(event: Event): Promise<void> | undefined {
    let behind: Promise<void> | undefined
    for (const hear of this.#hear) hear(event)
    // Whoever asks waits for an answer: asked before anyone listens, it would wait for ever.
    if (this.#readers.size === 0 && isQuestion(event)) this.#early.push(event)
    for (const reader of this.#readers) {
      if (reader.closed) this.#readers.delete(reader)
      const wait = reader.push(event)
      if (wait) behind = behind ? Promise.all([behind, wait]).then(() => undefined) : wait
    }
    return behind
  }

  close(): void {
    this.#closed = true
    for (const reader of this.#readers) reader.close()
  }
}

const isQuestion = ({ type }: Event): boolean =>
  type === 'permission_request' || type === 'permission_settled'
