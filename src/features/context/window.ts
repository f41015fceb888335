import type { WindowLimits } from '../../protocol/stage.ts'

/** What a person changed about when compaction begins. */
export interface WindowChoice {
  /** As if the window were so large; never larger than it is. */
  readonly window?: number
  /** Compact at this share of the effective window, in percent; never later than usual. */
  readonly percent?: number
}

/** A share of small windows, a fixed number of tokens of large ones. */
export const windowLimits = (window: number, maxOutput: number, choice: WindowChoice = {}): WindowLimits => {
  const seen = Math.min(choice.window ?? window, window)
  const effective = seen - Math.min(maxOutput, 20_000, seen * 0.1)
  const usual = effective - Math.min(13_000, seen * 0.065)
  const compactAt = choice.percent === undefined ? usual : Math.min(usual, effective * (choice.percent / 100))
  // The hard limit is the model's own, whatever was chosen for comfort.
  const room = window - Math.min(maxOutput, 20_000, window * 0.1)
  return {
    effective: Math.floor(effective),
    warnAt: Math.floor(Math.min(effective - Math.min(20_000, seen * 0.1), compactAt)),
    compactAt: Math.floor(compactAt),
    blockAt: Math.floor(room - Math.min(3_000, window * 0.015)),
  }
}
