import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { Event } from '../../../protocol/event.ts'
import type { Abilities } from '../abilities.ts'

type Status = Extract<Event, { readonly type: 'status' }>['status']

/** One compaction after another; told only to a client that knows of them. */
export class CompactionUpdates {
  readonly #told: boolean
  readonly #newId: () => string
  #running: string | undefined

  constructor({ compaction }: Pick<Abilities, 'compaction'>, newId: () => string) {
    this.#told = compaction
    this.#newId = newId
  }

  status(status: Status): readonly SessionUpdate[] {
    if (!this.#told) return []
    if (status === 'compacting' && this.#running === undefined) {
      this.#running = this.#newId()
      return [update(this.#running, 'in_progress')]
    }
    // It is over, and there was no boundary: nothing came of it.
    return status === null ? this.#end('cancelled') : []
  }

  /** A boundary stands in the session file. */
  done(): readonly SessionUpdate[] {
    if (!this.#told) return []
    this.#running ??= this.#newId()
    return this.#end('completed')
  }

  #end(status: 'completed' | 'cancelled'): readonly SessionUpdate[] {
    const id = this.#running
    this.#running = undefined
    return id === undefined ? [] : [update(id, status)]
  }
}

const update = (compactionId: string, status: 'in_progress' | 'completed' | 'cancelled'): SessionUpdate => ({
  sessionUpdate: 'compaction_update',
  compactionId,
  status,
})
