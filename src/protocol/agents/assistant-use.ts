/** What assistant mode may do by itself in a day, and what it did today. */
export interface AssistantUse {
  readonly dayUsd: number
  readonly dayTicks: number
  readonly usd: number
  readonly ticks: number
  /** When it checks in next (ISO 8601); absent while a turn runs or it is paused. */
  readonly nextAt?: string
  /** A limit is reached, or nobody has been there for long. */
  readonly paused?: boolean
}
