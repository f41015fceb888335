import type { CallSource, CostState, SourceUsage } from '../../protocol/usage.ts'

/** What nobody asked for, by the name a request gives as its source. Everything else serves a call or a person. */
const BACKGROUND: readonly string[] = [
  'notes',
  'memory',
  'recall',
  'consolidate',
  'collapse',
  'suggestion',
  'batch-label',
]

/** Under what a request beside the conversation is added up. */
export const sideSource = (source: string | undefined): CallSource => {
  if (source === 'compact') return 'compaction'
  return BACKGROUND.includes(source ?? '') ? 'background' : 'side'
}

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
