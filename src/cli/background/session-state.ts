import type { Event } from '../../protocol/event.ts'
import type { JobState } from './jobs.ts'

interface StateDeps {
  note(state: JobState): void
  /** Asked before it ends by itself. */
  isBusy(): Promise<boolean>
  after(ms: number, call: () => void): () => void
  readonly idleMs: number
  /** It has been quiet for long enough. */
  over(): void
}

/** What a session in the background does, as its events tell; and when it has done enough. */
export class SessionState implements Disposable {
  readonly #deps: StateDeps
  readonly #questions = new Set<string>()
  #running = false
  #followers = 0
  #begun = false
  #noted: JobState | undefined
  #stop: (() => void) | undefined

  constructor(deps: StateDeps) {
    this.#deps = deps
  }

  /** From now on what it does is noted, and counts. */
  begin(): void {
    this.#begun = true
    this.#changed()
  }

  hear(event: Event): void {
    if (event.type === 'permission_request') this.#questions.add(event.request.id)
    else if (event.type === 'permission_settled') this.#questions.delete(event.id)
    else if (event.type === 'turn_started' && !event.agent) this.#running = true
    else if (event.type === 'turn_ended' && !event.agent) this.#running = false
    else return
    this.#changed()
  }

  followed(count: number): void {
    this.#followers = count
    this.#changed()
  }

  [Symbol.dispose](): void {
    this.#begun = false
    this.#stop?.()
  }

  #changed(): void {
    if (!this.#begun) return
    const state = this.#questions.size > 0 ? 'needs input' : this.#running ? 'working' : 'idle'
    if (state !== this.#noted) this.#deps.note(state)
    this.#noted = state
    this.#stop?.()
    this.#stop =
      state === 'idle' && this.#followers === 0
        ? this.#deps.after(this.#deps.idleMs, () => void this.#look())
        : undefined
  }

  async #look(): Promise<void> {
    if (await this.#deps.isBusy()) this.#changed()
    else if (this.#noted === 'idle' && this.#followers === 0 && this.#begun) this.#deps.over()
  }
}
