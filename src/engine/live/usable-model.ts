import { hasHard } from '../../features/budgets/judge-budgets.ts'
import { isAvailable } from '../../features/models/available-models.ts'
import { findModel, isPlanAlias, lacksLongWindow } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import { budgetText } from '../../protocol/messages/engine/budgets.ts'
import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { asksForLong, type ModelFacts } from '../../protocol/model.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import type { Limits } from '../options/limits.ts'
import type { ModelDuo } from './state.ts'

/** The models of a session, and what may be spent on them. */
export interface ModelPool {
  readonly models: {
    /** The session's default. */
    readonly name: string
    readonly planner?: string
    readonly rows: readonly ModelFacts[]
    readonly available?: readonly string[]
    resolve(name: string): string
  }
  readonly limits: Limits
}

/** The model of that name; absent: the session's default. Throws OpError for one that may not be used here. */
export const usableModel = (config: ModelPool, name: string | undefined): string => {
  const { models } = config
  const model = name === undefined || name === 'default' ? models.name : models.resolve(name)
  const { available } = models
  if (lacksLongWindow(model, models.rows)) throw new OpError(modelText('no_long_window', { model }))
  if (available && model !== models.name && !isAvailable(model, available))
    throw new OpError(modelText('not_usable', { model, available }))
  const refusal = refusePrice(model, config)
  if (refusal !== undefined) throw new OpError(refusal)
  return model
}

/** The two models that a name like `opusplan` stands for. Throws OpError where one of them may not be used here. */
export const duoOf = (config: ModelPool, name: string | undefined): ModelDuo | undefined => {
  const { models } = config
  if (name === undefined || name === 'default')
    return models.planner === undefined ? undefined : { plans: models.planner, works: models.name }
  if (!isPlanAlias(name)) return undefined
  const plans = usableModel(config, asksForLong(name) ? 'opus[1m]' : 'opus')
  return { plans, works: usableModel(config, name) }
}

export const modelInMode = ({ plans, works }: ModelDuo, mode: PermissionMode): string =>
  mode === 'plan' ? plans : works

/** Nothing of an unknown price may be used where spending is limited. */
export const refusePrice = (
  model: string,
  { limits, models }: { readonly limits: Limits; readonly models: Pick<ModelPool['models'], 'rows'> },
): LocalizedText | undefined =>
  (limits.maxBudgetUsd !== undefined || hasHard(limits.budgets ?? {})) && !isPriced(model, models.rows)
    ? budgetText('unpriced', { model })
    : undefined

export const PRICE_HINT =
  'Give it one in settings: "models": {"<model id>": {"price": {"input": …, "output": …}}}.'

export const isPriced = (model: string, rows: readonly ModelFacts[]): boolean =>
  costOf(NO_USAGE, findModel(model, rows).facts) !== undefined
