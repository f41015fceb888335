import { isObject } from '../../lib/is-object.ts'
import type { Goal, GoalBudget } from '../../protocol/agents/goal.ts'
import { goalText } from '../../protocol/messages/engine/goals.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'

/** Which limit is reached, in words for people; undefined: none. */
export const budgetReached = ({ rounds, usd, activeMs, budget }: Goal): Text | undefined => {
  if (rounds >= budget.rounds) return goalText('checks', { count: budget.rounds })
  if (activeMs >= budget.minutes * 60_000) return goalText('minutes', { count: budget.minutes })
  return usd >= budget.usd ? `$${budget.usd}` : undefined
}

/** A goal as a session file has it; undefined for what is none, or is over. */
export const readGoal = (value: unknown): Goal | undefined => {
  if (!isObject(value) || value['status'] !== 'active') return undefined
  const { rounds, usd, activeMs, last } = value
  const check = readCheck(value['check'])
  const budget = readBudget(value['budget'])
  if (!check || !budget || !isAmount(rounds) || !isAmount(usd) || !isAmount(activeMs)) return undefined
  return {
    check,
    budget,
    rounds,
    usd,
    activeMs,
    status: 'active',
    ...(typeof last === 'string' ? { last } : {}),
  }
}

const readCheck = (value: unknown): Goal['check'] | undefined => {
  if (!isObject(value)) return undefined
  const { command, condition } = value
  if (typeof command === 'string' && command !== '') return { command }
  return typeof condition === 'string' && condition !== '' ? { condition } : undefined
}

const readBudget = (value: unknown): GoalBudget | undefined => {
  if (!isObject(value)) return undefined
  const { rounds, minutes, usd } = value
  return isAmount(rounds) && isAmount(minutes) && isAmount(usd) ? { rounds, minutes, usd } : undefined
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
