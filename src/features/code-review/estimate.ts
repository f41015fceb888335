import type { Usage } from '../../protocol/usage.ts'

/** What one review came to, to guess the next one from. */
export interface PastReview {
  readonly finders: number
  readonly diffChars: number
  readonly usd: number
}

/** An average of more than these says no more. */
const MOST = 10
/** What an agent reads beside the change: its prompt, tools and the code around. */
const AROUND_CHARS = 60_000
/** So often the beginning is sent again while an agent looks around. */
const ROUNDS = 8
const CHARS_PER_TOKEN = 4
/** Of what finders say, so many are looked at by another agent, for each finder. */
const CHECKS_PER_FINDER = 0.7

/** How large a review is, in characters that agents read. */
const sizeOf = (finders: number, diffChars: number): number => finders * (diffChars + AROUND_CHARS)

/**
 * About what a review will cost: by what earlier ones did for their size, else by what agents usually do. Undefined: the
 * price of the model is unknown.
 */
export const estimateReview = (
  { finders, diffChars }: Omit<PastReview, 'usd'>,
  past: readonly PastReview[],
  price: (usage: Usage) => number | undefined,
): number | undefined => {
  const known = past.filter(({ usd }) => usd > 0).slice(0, MOST)
  if (known.length > 0) {
    const usd = known.reduce((sum, one) => sum + one.usd, 0)
    const size = known.reduce((sum, one) => sum + sizeOf(one.finders, one.diffChars), 0)
    return (usd / size) * sizeOf(finders, diffChars)
  }
  const tokens = (diffChars + AROUND_CHARS) / CHARS_PER_TOKEN
  const each = price({
    input_tokens: 4_000,
    output_tokens: 4_000,
    cache_creation_input_tokens: tokens,
    cache_read_input_tokens: tokens * ROUNDS,
  })
  return each === undefined ? undefined : each * finders * (1 + CHECKS_PER_FINDER)
}
