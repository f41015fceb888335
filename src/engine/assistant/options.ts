/** How a session may look around by itself while nobody talks to it. Absent: it never can. */
export interface AssistantChoice {
  /** It begins so. */
  readonly on: boolean
  /** What it may spend so in a day. */
  readonly dayUsd: number
  readonly dayTicks: number
  /** File with what was spent so today, by all sessions. */
  readonly book: string
}
