import type { Limits } from '../engine/options/limits.ts'
import type { Overrides } from '../protocol/host.ts'
import type { EnvironmentOptions } from './environment.ts'
import type { Gathered } from './gather-settings.ts'

/** What a session may spend and do at most: by the run, else by the environment and the settings. */
export const limitsOf = (
  { maxTurns: wanted, maxBudgetUsd, tokenBudget, taskBudget }: Overrides,
  env: EnvironmentOptions,
  { settings: { budgets }, fixedBudgets }: Gathered,
): Limits => {
  const maxTurns = wanted ?? env.maxTurns
  return {
    maxParallelTools: env.maxParallelTools ?? 10,
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(budgets ? { budgets } : {}),
    ...(fixedBudgets ? { fixedBudgets } : {}),
    ...(maxBudgetUsd === undefined ? {} : { maxBudgetUsd }),
    ...(tokenBudget === undefined ? {} : { tokenBudget }),
    ...(taskBudget === undefined ? {} : { taskBudget }),
    ...(env.maxOutputTokens === undefined ? {} : { maxOutputTokens: env.maxOutputTokens }),
  }
}
