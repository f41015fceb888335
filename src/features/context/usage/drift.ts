/** How far our estimates of requests are from what the provider counts. */
export interface Drift {
  /** Reported ÷ estimated, recent requests counting most; absent before the first report. */
  readonly ratio: number | undefined
  see(estimated: number, reported: number): void
  /** What to multiply an estimate with that must not be too small; absent before the first report. */
  readonly margin: number | undefined
  /** An estimate as the provider would probably count it. */
  correct(estimated: number): number
}

/** How much of the ratio a new report makes up. */
const WEIGHT = 0.3
/** Beyond this it is the report that is odd: a provider that leaves out the cached part, say. */
const LEAST = 0.5
const MOST = 2
/** Too small to learn from: what stands around the text outweighs it. */
const SMALLEST = 200
/** Above what reports teach: the next text may be of another kind. */
const SAFETY = 1.15

export const createDrift = (): Drift => {
  let ratio: number | undefined
  return {
    get ratio() {
      return ratio
    },
    see(estimated, reported) {
      if (estimated < SMALLEST || reported <= 0) return
      const now = reported / estimated
      ratio = ratio === undefined ? now : ratio + WEIGHT * (now - ratio)
    },
    get margin() {
      return ratio === undefined ? undefined : Math.min(MOST, Math.max(1, ratio * SAFETY))
    },
    correct: estimated => Math.round(estimated * Math.min(MOST, Math.max(LEAST, ratio ?? 1))),
  }
}
