import type { CostState, SourceUsage } from '../../protocol/usage.ts'

/** Of the input of a session. */
const SHARE = 0.05
/** Every conversation comes to so much: its first requests may be accompanied, too. */
const LEAST_INPUT = 20_000

/** Whether a request of so many tokens that nobody asked for keeps within what such requests may take. */
export const affords = (cost: CostState, tokens: number, share = SHARE): boolean => {
  const all = Object.entries(cost.bySource ?? {})
  const asked = all.reduce(
    (sum, [source, usage]) => (source === 'background' ? sum : sum + inputOf(usage)),
    0,
  )
  const background = cost.bySource?.background
  return (background ? inputOf(background) : 0) + tokens <= share * Math.max(asked, LEAST_INPUT)
}

const inputOf = (usage: SourceUsage): number =>
  usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens
