/** Another session of the same person on the same machine. */
export interface PeerInfo {
  readonly id: string
  /** Nobody else on the list has it. */
  readonly name: string
  readonly cwd: string
  readonly startedAt: number
}

export interface PeerMessage {
  readonly to: string
  readonly text: string
  /** Say once when that session is next idle, or has ended. */
  readonly notifyWhenIdle?: boolean
}

export interface PeerSent {
  readonly name: string
  /** `held`: its person decides whether the model reads it. */
  readonly outcome: 'delivered' | 'held'
}

/** Other sessions, for the calls of the conversation. ToolError for what cannot be. */
export interface Peers {
  list(): Promise<readonly PeerInfo[]>
  /** The same without becoming reachable for others by it. */
  names(): Promise<readonly PeerInfo[]>
  /** The one that a name or the beginning of an id means; undefined: none. Becomes reachable as little. */
  find(to: string): Promise<PeerInfo | undefined>
  /** Undefined: no session has that name. */
  send(message: PeerMessage): Promise<PeerSent | undefined>
}

/** A message of another session that waits for the person. */
export interface PendingMessage {
  readonly number: number
  readonly from: string
  readonly text: string
}

/** The same for the person. */
export interface PeerCommands {
  list(): Promise<readonly PeerInfo[]>
  held(): Promise<readonly PendingMessage[]>
  /** One of those that are held, or all; answers how many that were. */
  settle(which: number | 'all', how: 'deliver' | 'drop'): Promise<number>
}

/** What becomes of messages of other sessions: read at once, when the person says so, or not taken at all. */
export const PEER_INBOUND = ['deliver', 'hold', 'refuse'] as const
export type PeerInbound = (typeof PEER_INBOUND)[number]

/** Characters of one message. */
export const MAX_PEER_MESSAGE = 16_000
