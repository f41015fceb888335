/** A share with the range it may really have. */
export interface Rate {
  readonly passed: number
  readonly total: number
  readonly share: number
  readonly low: number
  readonly high: number
}

/** Two-sided 95 %. */
const Z = 1.959963984540054

/** Wilson's score interval: it stays between 0 and 1, and says something about few runs, too. */
export const wilson = (passed: number, total: number): Rate => {
  if (total === 0) return { passed, total, share: 0, low: 0, high: 1 }
  const share = passed / total
  const spread = 1 + Z ** 2 / total
  const middle = (share + Z ** 2 / (2 * total)) / spread
  const half = (Z / spread) * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2))
  return {
    passed,
    total,
    share,
    low: passed === 0 ? 0 : Math.max(0, middle - half),
    high: passed === total ? 1 : Math.min(1, middle + half),
  }
}

/** How likely at least so uneven a split of `only` pairs is when both sides are equally good; two-sided, exact. */
export const mcnemarExact = (onlyA: number, onlyB: number): number => {
  const pairs = onlyA + onlyB
  const least = Math.min(onlyA, onlyB)
  let term = 0.5 ** pairs
  // Below about 1e-300 the first term is nothing; so many pairs are never that uneven by chance, nor evened out by it.
  if (term === 0) return normalTail((Math.abs(onlyA - onlyB) - 1) / Math.sqrt(pairs))
  let sum = 0
  for (let index = 0; index <= least; index++) {
    sum += term
    term = (term * (pairs - index)) / (index + 1)
  }
  return Math.min(1, 2 * sum)
}

/** Two-sided tail of the normal distribution. */
const normalTail = (z: number): number => {
  const t = 1 / (1 + 0.3275911 * (Math.abs(z) / Math.SQRT2))
  const series = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]
  const sum = series.reduceRight((rest, factor) => (rest + factor) * t, 0)
  return Math.min(1, sum * Math.exp(-(z ** 2) / 2))
}

/** Up to so many differences every choice of signs is tried. */
const MOST_EXACT = 16
const SAMPLES = 100_000
/** Sums that differ by less are equal: they were added up in another order. */
const SAME = 1e-12

/**
 * How likely a sum of differences at least so far from zero is when each could as well have had the other sign;
 * two-sided. Exact for few differences, else from a fixed series of samples, so that it answers the same every time.
 */
export const signFlip = (differences: readonly number[]): { readonly p: number; readonly exact: boolean } => {
  const counted = differences.filter(difference => Math.abs(difference) > SAME)
  const seen = Math.abs(counted.reduce((sum, difference) => sum + difference, 0)) - SAME
  if (counted.length === 0) return { p: 1, exact: true }
  if (counted.length > MOST_EXACT) return { p: sampleSigns(counted, seen), exact: false }
  const all = 2 ** counted.length
  let asFar = 0
  for (let signs = 0; signs < all; signs++) {
    let sum = 0
    for (let index = 0; index < counted.length; index++)
      sum += (signs >> index) & 1 ? -(counted[index] ?? 0) : (counted[index] ?? 0)
    if (Math.abs(sum) >= seen) asFar++
  }
  return { p: asFar / all, exact: true }
}

const sampleSigns = (differences: readonly number[], seen: number): number => {
  const next = seeded(0x5eed)
  let asFar = 1
  for (let sample = 0; sample < SAMPLES; sample++) {
    let sum = 0
    for (const difference of differences) sum += next() < 0.5 ? difference : -difference
    if (Math.abs(sum) >= seen) asFar++
  }
  return asFar / (SAMPLES + 1)
}

/** Numbers from 0 to below 1, the same for one seed. */
const seeded = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Holm's correction: who asks several questions gets a small p by chance more often. In the order given. */
export const holm = (values: readonly number[]): readonly number[] => {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value)
  const corrected = [...values]
  let least = 0
  order.forEach(({ value, index }, rank) => {
    least = Math.max(least, Math.min(1, value * (values.length - rank)))
    corrected[index] = least
  })
  return corrected
}
