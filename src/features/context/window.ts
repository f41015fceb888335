/** Where in a context window something has to happen (spec: a share of small windows, a fixed number of large ones). */
export interface WindowLimits {
  /** Compact when the next request would be larger. */
  readonly compactAt: number
  /** With compaction off: nothing larger is sent. */
  readonly blockAt: number
}

export const windowLimits = (window: number, maxOutput: number): WindowLimits => {
  const effective = window - Math.min(maxOutput, 20_000, window * 0.1)
  return {
    compactAt: Math.floor(effective - Math.min(13_000, window * 0.065)),
    blockAt: Math.floor(effective - Math.min(3_000, window * 0.015)),
  }
}
