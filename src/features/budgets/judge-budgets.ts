import { BUDGET_SCOPES, type BudgetScope, type Budgets, type BudgetUse } from '../../protocol/budgets.ts'
import { budgetText } from '../../protocol/messages/engine/budgets.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** USD, by what it is counted over. */
export type Spent = Readonly<Record<BudgetScope, number>>

export interface Overrun {
  readonly scope: BudgetScope
  readonly kind: 'soft' | 'hard'
  readonly limit: number
  readonly spent: number
  readonly message: LocalizedText
}

/** Which budgets are used up, hard ones first. What has been spent to the cent of a limit has used it up. */
export const judgeBudgets = (budgets: Budgets, spent: Spent): readonly Overrun[] =>
  (['hard', 'soft'] as const).flatMap(kind =>
    BUDGET_SCOPES.flatMap((scope): Overrun[] => {
      const limit = budgets[scope]?.[kind]
      if (limit === undefined || spent[scope] < limit) return []
      const over = { scope, kind, limit, spent: spent[scope] }
      return [{ ...over, message: messageOf(over) }]
    }),
  )

const messageOf = ({ scope, kind, limit, spent }: Omit<Overrun, 'message'>): LocalizedText =>
  budgetText(`${scope}_${kind === 'hard' ? 'used_up' : 'passed'}`, {
    limit: `$${limit}`,
    spent: `$${spent.toFixed(4)}`,
  })

/** The hard limits. */
export const budgetUses = (budgets: Budgets, spent: Spent): readonly BudgetUse[] =>
  BUDGET_SCOPES.flatMap(scope => {
    const limit = budgets[scope]?.hard
    return limit === undefined ? [] : [{ scope, limit, spent: spent[scope] }]
  })

/** Hard limits that leave room for so much more; one that is fixed is never passed. */
export const raiseBudgets = (
  budgets: Budgets,
  spent: Spent,
  { usd, fixed }: { readonly usd: number; readonly fixed: Budgets },
): Budgets =>
  Object.fromEntries(
    BUDGET_SCOPES.flatMap(scope => {
      const budget = budgets[scope]
      if (budget?.hard === undefined) return budget ? [[scope, budget]] : []
      const most = fixed[scope]?.hard ?? Number.POSITIVE_INFINITY
      return [[scope, { ...budget, hard: Math.max(budget.hard, Math.min(spent[scope] + usd, most)) }]]
    }),
  )

/** Some scopes need what other sessions spent. */
export const isShared = (budgets: Budgets): boolean =>
  budgets.day !== undefined || budgets.project !== undefined

export const hasHard = (budgets: Budgets, scopes: readonly BudgetScope[] = BUDGET_SCOPES): boolean =>
  scopes.some(scope => budgets[scope]?.hard !== undefined)
