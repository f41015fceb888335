import { isObject } from '../../../lib/is-object.ts'
import type { UsageEntry } from '../../../protocol/entry.ts'
import type { CostState } from '../../../protocol/usage.ts'

const NUMBERS = [
  'totalCostUSD',
  'apiDurationMs',
  'apiDurationWithoutRetriesMs',
  'toolDurationMs',
  'linesAdded',
  'linesRemoved',
] as const
const MODEL_NUMBERS = [
  'inputTokens',
  'outputTokens',
  'cacheReadInputTokens',
  'cacheCreationInputTokens',
  'webSearchRequests',
  'contextWindow',
  'maxOutputTokens',
] as const

/** JSON has no NaN or infinity, but a hand-edited file may hold a negative total: that would lift a budget. */
const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const isModelUsage = (value: unknown): boolean =>
  isObject(value) &&
  MODEL_NUMBERS.every(key => isAmount(value[key])) &&
  (value['costUSD'] === undefined || isAmount(value['costUSD']))

const SOURCE_NUMBERS = [
  'requests',
  'inputTokens',
  'outputTokens',
  'cacheReadInputTokens',
  'cacheCreationInputTokens',
  'costUSD',
] as const

const isSourceUsage = (value: unknown): boolean =>
  isObject(value) && SOURCE_NUMBERS.every(key => isAmount(value[key]))

/** Money is read strictly: a state that is wrong in any part does not count, and the one before it does. */
export const isCostState = (value: unknown): value is CostState =>
  isObject(value) &&
  NUMBERS.every(key => isAmount(value[key])) &&
  Array.isArray(value['unpricedModels']) &&
  value['unpricedModels'].every(model => typeof model === 'string') &&
  isObject(value['modelUsage']) &&
  Object.values(value['modelUsage']).every(isModelUsage) &&
  (value['bySource'] === undefined ||
    (isObject(value['bySource']) && Object.values(value['bySource']).every(isSourceUsage))) &&
  (value['estimatedUSD'] === undefined || isAmount(value['estimatedUSD']))

/** What a session cost, as far as its file tells. */
export interface CostFacts {
  readonly cost?: CostState
  /** The session the state is of: a file that was copied holds that of another. */
  readonly costSession?: string
  /** Calls that are not in it yet: the program ended before it was written again. */
  readonly uncounted?: readonly UsageEntry[]
}

/** What belongs to this session of it: money another one spent is on the other's bill. */
export const costOfSession = (facts: CostFacts, sessionId: string): Omit<CostFacts, 'costSession'> => {
  const uncounted = (facts.uncounted ?? []).filter(entry => entry.sessionId === sessionId)
  return {
    ...(facts.cost && facts.costSession === sessionId ? { cost: facts.cost } : {}),
    ...(uncounted.length > 0 ? { uncounted } : {}),
  }
}
