const MOST_MS = 30_000

/**
 * Tries again with three times the time until what was to happen within it has: how long a start takes is the machine's
 * affair. What never happens comes back as it was at the last try.
 */
export const withMoreTime = async <T>(
  ms: number,
  attempt: (ms: number) => Promise<T>,
  happened: (result: T) => boolean,
): Promise<T> => {
  const result = await attempt(ms)
  return happened(result) || ms * 3 > MOST_MS ? result : withMoreTime(ms * 3, attempt, happened)
}
