import type { RemoteApi } from '../../features/remote-engine/remote-api.ts'

/** A server whose sessions the terminal shows, and the one to begin with. */
export interface Attached {
  readonly api: RemoteApi
  readonly sessionId: string
  /** It is found by the session alone. */
  readonly background?: boolean
  /** Reached by an address the person named: it may be on another machine. */
  readonly remote?: boolean
  newId(): string
}
