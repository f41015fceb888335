/** What became of a search: which of `count` steps broke it, counted from 1. */
export type Searched =
  | { readonly kind: 'found'; readonly step: number; readonly runs: number }
  /** It holds at the end. */
  | { readonly kind: 'holds'; readonly runs: number }
  /** It did not hold before the first of them. */
  | { readonly kind: 'broken_before'; readonly runs: number }

/**
 * The first step after which it does not hold, in as many runs as halving takes; the ends are only looked at where the
 * search comes down to them. `holdsAfter(0)`: before the first.
 */
export const searchTurns = async (
  count: number,
  holdsAfter: (step: number) => Promise<boolean>,
): Promise<Searched> => {
  let good = 0
  let bad = count
  let runs = 0
  const holds = async (step: number): Promise<boolean> => {
    runs += 1
    return await holdsAfter(step)
  }
  let sawGood = false
  let sawBad = false
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (await holds(middle)) {
      good = middle
      sawGood = true
    } else {
      bad = middle
      sawBad = true
    }
  }
  if (!sawBad && (await holds(bad))) return { kind: 'holds', runs }
  if (!sawGood && !(await holds(good))) return { kind: 'broken_before', runs }
  return { kind: 'found', step: bad, runs }
}
