import { AsyncQueue } from '../lib/async-queue.ts'
import type { Event } from '../protocol/event.ts'

/** Gives every event to everyone who reads. */
export class Broadcast {
  readonly #readers = new Set<AsyncQueue<Event>>()
  #closed = false

  /** A new subscription, from now on. */
  read(): AsyncIterable<Event> & AsyncDisposable {
    const reader = new AsyncQueue<Event>()
    this.#readers.add(reader)
    if (this.#closed) reader.close()
    return reader
  }

  /** Resolves when the slowest reader has caught up; nobody waits when all keep pace. */
  emit(event: Event): Promise<void> | undefined {
    let behind: Promise<void> | undefined
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
