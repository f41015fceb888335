import type { PeerInbound } from '../../protocol/agents/peers.ts'

/** How other sessions of this person reach this one. */
export interface PeersChoice {
  /** Where sessions write down how they are reached: `<config home>/peers`. */
  readonly directory: string
  readonly inbound: PeerInbound
  /** The session ends with its answer: a message joins the turn that runs, and starts none. */
  readonly oneShot: boolean
  /** Somebody sits at a screen and can let messages through. */
  readonly attended: boolean
}
