import type { Power } from '../../../protocol/extensions/power.ts'

/** What `after` has and `before` had not, or not so often. A power without a digest is equal to none. */
export const addedPowers = (before: readonly Power[], after: readonly Power[]): readonly Power[] => {
  const agreed = new Map<string, number>()
  for (const { sha256 } of before) if (sha256 !== undefined) agreed.set(sha256, (agreed.get(sha256) ?? 0) + 1)
  return after.filter(({ sha256 = '' }) => {
    const left = agreed.get(sha256) ?? 0
    agreed.set(sha256, left - 1)
    return left <= 0
  })
}

const MOST_CHARS = 200

/** As they are recorded: the digest counts, of the text only the beginning is kept. */
export const recordedPowers = (powers: readonly Power[]): readonly Power[] =>
  powers.map(power => ({ ...power, what: power.what.slice(0, MOST_CHARS) }))
