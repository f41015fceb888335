export interface PlansChoice {
  /** The program's own directory for plans. */
  readonly own: string
  /** As settings name it. */
  readonly wanted?: string
  /** How to plan, in the place of our own words. */
  readonly steps?: string
}
