import type { SdkSessionState } from '../../protocol/control/sdk-message.ts'
import type { Event } from '../../protocol/event.ts'

type State = SdkSessionState['state']

/** Whether the session works, waits for the host, or is idle: told when it changes, behind what changed it. */
export class SessionStates {
  readonly #asked = new Set<string>()
  #running = false
  #told: State = 'idle'

  /** The state the session comes to by this event; `undefined`: it is as it was. */
  after(event: Event): State | undefined {
    if (event.type === 'permission_request') this.#asked.add(event.request.id)
    else if (event.type === 'permission_settled') this.#asked.delete(event.id)
    else if (!event.agent && event.type === 'turn_started') this.#running = true
    else if (!event.agent && event.type === 'turn_ended') this.#running = event.report.queued > 0
    else return undefined
    const now = this.#asked.size > 0 ? 'requires_action' : this.#running ? 'running' : 'idle'
    if (now === this.#told) return undefined
    this.#told = now
    return now
  }
}
