/** Limits on spending, in USD: from `soft` on the person is warned, at `hard` the turn ends. */
export interface Budget {
  readonly soft?: number
  readonly hard?: number
}

/** `session`: this one since it began; `day`: all sessions since midnight; `project`: all of this directory ever. */
export const BUDGET_SCOPES = ['session', 'day', 'project'] as const
export type BudgetScope = (typeof BUDGET_SCOPES)[number]

export type Budgets = { readonly [S in BudgetScope]?: Budget }

/** A limit that ends turns, and how far it is used. `run` is the one of this run of the program. */
export interface BudgetUse {
  readonly scope: 'run' | BudgetScope
  readonly limit: number
  readonly spent: number
}
