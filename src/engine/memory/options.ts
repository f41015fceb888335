/** What is done for the memory beside turns. */
export interface MemoryChoice {
  /** Models are asked: what to note, what to look up. Without, only the conversation writes and words decide. */
  readonly background?: boolean
  /** How much of the input of a session that may take; absent: little. */
  readonly share?: number
  /** Turns are only logged, and what they say is distilled once a day. */
  readonly log?: boolean
  /** Where it is kept that the person was told of such requests; absent: told in every session. */
  readonly configHome?: string
  /** How long it must be quiet after a turn before anything begins. */
  readonly pauseMs?: number
}
