export interface PlansChoice {
  /** The program's own directory for plans. */
  readonly own: string
  /** As settings name it. */
  readonly wanted?: string
}
