import type { Budgets } from '../../protocol/budgets.ts'

export interface Limits {
  readonly maxTurns?: number
  readonly maxBudgetUsd?: number
  /** From settings; beside the one for this run. */
  readonly budgets?: Budgets
  /** Of these, what nobody at the keyboard can raise. */
  readonly fixedBudgets?: Budgets
  /** A configured cap on output: there is no escalation then. */
  readonly maxOutputTokens?: number
  /** Tokens the turn should use up. */
  readonly tokenBudget?: number
  readonly maxParallelTools: number
}
