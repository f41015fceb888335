import { BUDGET_SCOPES, type Budget, type BudgetScope, type Budgets } from '../../protocol/budgets.ts'
import type { SettingsLayer } from '../../protocol/settings.ts'

/**
 * Budgets out of layers, lowest first. The person's own files and command line replace a limit; what comes with the
 * folder, and what an administrator sets, can only make it tighter.
 */
export const mergeBudgets = (layers: readonly SettingsLayer[]): Budgets | undefined => {
  const given = layers.filter(layer => layer.settings.budgets !== undefined)
  if (given.length === 0) return undefined
  const merged: { [S in BudgetScope]?: Budget } = {}
  for (const { source, settings } of given)
    for (const scope of BUDGET_SCOPES) {
      const budget = settings.budgets?.[scope]
      if (!budget) continue
      const isOwn = source === 'user' || source === 'flag'
      merged[scope] = isOwn ? { ...merged[scope], ...budget } : tighter(merged[scope] ?? {}, budget)
    }
  return merged
}

const tighter = (before: Budget, budget: Budget): Budget => {
  const least = (key: keyof Budget): Budget => {
    const limits = [before[key], budget[key]].filter(limit => limit !== undefined)
    return limits.length === 0 ? {} : { [key]: Math.min(...limits) }
  }
  return { ...least('soft'), ...least('hard') }
}
