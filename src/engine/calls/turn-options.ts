import type { Message } from '../../protocol/message.ts'
import type { ThreadParts } from '../thread.ts'

/** A turn of a thread, before it is frozen. */
export interface TurnOptions {
  readonly thread: ThreadParts
  readonly controller: AbortController
  /** What the turn begins with; some of its words are meant for us. */
  readonly said?: readonly Message[]
  /** What changed in the world and belongs in the next request. */
  attach(): Promise<readonly Message[]>
  /** A message that waits is to be heard in this turn; absent: none ever is. */
  hasJoining?(): boolean
  queued(): number
}
