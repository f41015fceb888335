/** Something that opens a way for a time. */
export interface Lasting<T> {
  readonly value: T
  /** Milliseconds since 1970; absent: for ever. */
  readonly until?: number
}

/** So long before its end it is asked for anew: a request under way must not outlive it. */
const EARLY_MS = 5 * 60_000

/** Asks once, and again when what was given is about to end. Those who ask at the same time get the same answer. */
export const cachedToken = <T>(
  ask: () => Promise<Lasting<T>>,
  now: () => number = Date.now,
): (() => Promise<T>) & { forget(): void } => {
  let known: Lasting<T> | undefined
  let asking: Promise<Lasting<T>> | undefined
  const get = async (): Promise<T> => {
    if (known && (known.until === undefined || now() < known.until - EARLY_MS)) return known.value
    asking ??= ask().finally(() => {
      asking = undefined
    })
    known = await asking
    return known.value
  }
  return Object.assign(get, {
    forget() {
      known = undefined
    },
  })
}
