/** What assistant mode may do by itself in a day, and what it did today. */
export interface AssistantUse {
  readonly dayUsd: number
  readonly dayTicks: number
  readonly usd: number
  readonly ticks: number
}
