import type { Entry } from '../../../protocol/entry.ts'
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON has no NaN or infinity, but a hand-edited file may hold a negative total: that would lift a budget. */
const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const isModelUsage = (value: unknown): boolean =>
  isObject(value) &&
  MODEL_NUMBERS.every(key => isAmount(value[key])) &&
  (value['costUSD'] === undefined || isAmount(value['costUSD']))

/** Money is read strictly: a state that is wrong in any part does not count, and the one before it does. */
export const isCostState = (value: unknown): value is CostState =>
  isObject(value) &&
  NUMBERS.every(key => isAmount(value[key])) &&
  Array.isArray(value['unpricedModels']) &&
  value['unpricedModels'].every(model => typeof model === 'string') &&
  isObject(value['modelUsage']) &&
  Object.values(value['modelUsage']).every(isModelUsage)

/** The last state counts: each one holds the totals of the whole session. */
export const foldCost = (cost: CostState | undefined, entry: Entry): CostState | undefined =>
  entry.type === 'cost-state' ? entry.cost : cost
