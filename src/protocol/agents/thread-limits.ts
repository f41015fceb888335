/** What ends a thread at the latest; absent: nothing of that kind. */
export interface ThreadLimits {
  readonly turns?: number
  readonly usd?: number
  /** Of output. */
  readonly tokens?: number
  readonly ms?: number
}
