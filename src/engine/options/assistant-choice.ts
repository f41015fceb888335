/** The session looks around by itself while nobody talks to it. Absent: it does not. */
export interface AssistantChoice {
  /** What it may spend so in a day. */
  readonly dayUsd: number
  readonly dayTicks: number
  /** File with what was spent so today, by all sessions. */
  readonly book: string
}
