import type { ModelChoice } from '../engine/options/model-choice.ts'
import { isPriced, PRICE_HINT } from '../engine/spending/accounts.ts'
import { hasHard } from '../features/budgets/judge-budgets.ts'
import { findModel, MODEL_ROWS, resolveModelName } from '../features/models/catalogue.ts'
import { HostError, type Overrides } from '../protocol/host.ts'
import { EFFORTS, type Effort, type Model, type ModelFacts, type Thinking } from '../protocol/model.ts'
import type { Settings } from '../protocol/settings.ts'
import { isOwnService } from './choose-context.ts'
import type { EnvironmentOptions } from './environment.ts'

const MAX_FALLBACKS = 3
/** When thinking is on and nobody said how much. */
const DEFAULT_THINKING_TOKENS = 10_000

/** Which models are used for what: flag, then the resumed session, then environment, then settings. */
export const chooseModels = (
  from: {
    readonly options: Overrides
    readonly env: EnvironmentOptions
    readonly settings: Settings
    readonly resumed: string | undefined
    /** A person sits in front of it. */
    readonly interactive: boolean
    readonly warn: (text: string) => void
  },
  model: Model,
): ModelChoice => {
  const { options, env, settings } = from
  const resolve = (name: string): string => resolveModelName(name, env.redirects)
  const name = resolve(options.model ?? from.resumed ?? env.model ?? settings.model ?? 'default')
  const rows = extraRows(settings, env, name)
  const budget = options.maxBudgetUsd === undefined ? 'A budget of the settings' : '--max-budget-usd'
  const isLimited = options.maxBudgetUsd !== undefined || hasHard(settings.budgets ?? {})
  if (isLimited && !isPriced(name, rows))
    throw new HostError(
      'request',
      `${budget} cannot be kept: the price of ${name} is not known. ${PRICE_HINT}`,
    )
  const thinking = chooseThinking(from, findModel(name, rows).facts)
  const effort = chooseEffort(from)
  return {
    model,
    name,
    fallbacks: usable(
      chooseFallbacks(options, settings)
        .map(resolve)
        .filter(id => id !== name),
      from.warn,
    ),
    small: resolve(settings.smallFastModel ?? env.smallModel ?? 'haiku'),
    rows,
    resolve,
    cache: !env.cacheOff,
    ...chooseHour(from),
    ...(thinking ? { thinking } : {}),
    ...(effort ? { effort } : {}),
    byHand: chosenByHand(options),
    ...(options.betas?.length ? { betas: options.betas } : {}),
  }
}

/** A person pauses for longer than five minutes, and one such pause costs more than the dearer marks of a session. */
const chooseHour = ({
  env,
  settings,
  interactive,
}: Parameters<typeof chooseModels>[0]): Pick<ModelChoice, 'cacheHour'> => {
  const { promptCacheLifetime: said = 'auto' } = settings
  if (said === '1h') return { cacheHour: 'wanted' }
  if (said === '5m' || !isOwnService(env.baseUrl)) return {}
  return { cacheHour: interactive ? 'wanted' : 'possible' }
}

const chosenByHand = ({
  effort,
  thinking,
  maxThinkingTokens,
}: Overrides): NonNullable<ModelChoice['byHand']> => [
  ...(effort === undefined ? [] : (['effort'] as const)),
  ...(thinking === undefined && maxThinkingTokens === undefined ? [] : (['thinking'] as const)),
]

const chooseFallbacks = (options: Overrides, settings: Settings): readonly string[] => {
  if (options.fallbackModel) return options.fallbackModel
  const { fallbackModel } = settings
  return typeof fallbackModel === 'string' ? [fallbackModel] : (fallbackModel ?? [])
}

const usable = (chain: readonly string[], warn: (text: string) => void): readonly string[] => {
  const rest = chain.slice(MAX_FALLBACKS)
  if (rest.length > 0)
    warn(
      `Only ${MAX_FALLBACKS} fallback models are used; left out: ${rest.join(', ')}. Shorten --fallback-model or the setting fallbackModel.`,
    )
  return chain.slice(0, MAX_FALLBACKS)
}

const chooseEffort = ({ options, env, settings }: Parameters<typeof chooseModels>[0]): Effort | undefined =>
  options.effort ?? env.effort ?? EFFORTS.find(effort => effort === settings.effortLevel)

/** Off unless something asks for it; the model's row says in which form it is asked. */
const chooseThinking = (
  { options, env, settings }: Parameters<typeof chooseModels>[0],
  facts: ModelFacts,
): Thinking | undefined => {
  if (options.thinking === 'disabled' || options.maxThinkingTokens === 0) return { type: 'disabled' }
  const tokens = options.maxThinkingTokens ?? env.maxThinkingTokens
  if (tokens !== undefined) return { type: 'enabled', budget_tokens: tokens }
  if (options.thinking !== 'adaptive' && !settings.alwaysThinkingEnabled) return undefined
  return facts.thinking === 'adaptive'
    ? { type: 'adaptive' }
    : { type: 'enabled', budget_tokens: DEFAULT_THINKING_TOKENS }
}

/** Models as the settings change or add them. */
export const overrideRows = (settings: Settings): readonly ModelFacts[] =>
  Object.entries(settings.modelOverrides ?? {}).map(([id, change]): ModelFacts => {
    const { facts } = findModel(id, MODEL_ROWS)
    const price = change.price ?? facts.price
    return {
      id,
      window: change.window ?? facts.window,
      maxOutput: change.maxOutput ?? facts.maxOutput,
      thinking: change.thinking ?? facts.thinking,
      // A cache price nobody gave is the usual share of the input price.
      ...(price
        ? {
            price: {
              cacheRead: price.input * 0.1,
              cacheWrite5m: price.input * 1.25,
              cacheWrite1h: price.input * 2,
              ...price,
            },
          }
        : {}),
    }
  })

const extraRows = (settings: Settings, env: EnvironmentOptions, name: string): readonly ModelFacts[] => {
  const rows = overrideRows(settings)
  if (env.maxContextTokens === undefined) return rows
  return [{ ...findModel(name, rows).facts, id: name, window: env.maxContextTokens }, ...rows]
}
