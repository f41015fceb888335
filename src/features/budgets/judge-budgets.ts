import { BUDGET_SCOPES, type BudgetScope, type Budgets } from '../../protocol/budgets.ts'

/** USD, by what it is counted over. */
export type Spent = Readonly<Record<BudgetScope, number>>

export interface Overrun {
  readonly scope: BudgetScope
  readonly kind: 'soft' | 'hard'
  readonly limit: number
  readonly message: string
}

const NAMES: Readonly<Record<BudgetScope, string>> = {
  session: 'this session',
  day: 'today',
  project: 'this project',
}

/** Which budgets are used up, hard ones first. What has been spent to the cent of a limit has used it up. */
export const judgeBudgets = (budgets: Budgets, spent: Spent): readonly Overrun[] =>
  (['hard', 'soft'] as const).flatMap(kind =>
    BUDGET_SCOPES.flatMap((scope): Overrun[] => {
      const limit = budgets[scope]?.[kind]
      if (limit === undefined || spent[scope] < limit) return []
      return [{ scope, kind, limit, message: messageOf({ scope, kind, limit }, spent[scope]) }]
    }),
  )

const messageOf = ({ scope, kind, limit }: Omit<Overrun, 'message'>, spent: number): string => {
  const amount = `$${spent.toFixed(4)} spent`
  return kind === 'hard'
    ? `The budget of $${limit} for ${NAMES[scope]} is used up (${amount}). To go on, raise "budgets.${scope}.hard" in your settings.`
    : `Spending for ${NAMES[scope]} has passed $${limit} (${amount}).`
}

/** Some scopes need what other sessions spent. */
export const isShared = (budgets: Budgets): boolean =>
  budgets.day !== undefined || budgets.project !== undefined

export const hasHard = (budgets: Budgets, scopes: readonly BudgetScope[] = BUDGET_SCOPES): boolean =>
  scopes.some(scope => budgets[scope]?.hard !== undefined)
