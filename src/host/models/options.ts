import { isPriced, PRICE_HINT } from '../../engine/live/usable-model.ts'
import type { ModelChoice } from '../../engine/models/options.ts'
import { hasHard } from '../../features/budgets/judge-budgets.ts'
import { isAvailable } from '../../features/models/available-models.ts'
import { findModel, type ModelRedirects, resolveModelName } from '../../features/models/catalogue.ts'
import { priceOf } from '../../features/models/model-rows.ts'
import { HostError, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { EFFORTS, type Effort, type ModelFacts, type Thinking } from '../../protocol/model.ts'
import type { ModelOverride, Settings } from '../../protocol/settings.ts'
import { isOwnService } from '../context/options.ts'
import type { EnvironmentOptions } from '../environment.ts'

const MAX_FALLBACKS = 3
/** When thinking is on and nobody said how much. */
const DEFAULT_THINKING_TOKENS = 10_000

/** Which models are used for what: flag, then the resumed session, then environment, then settings. */
export const chooseModels = (from: {
  readonly options: Overrides
  readonly env: EnvironmentOptions
  readonly settings: Settings
  /** Rows of other makers than the first; absent: none is asked. */
  readonly known?: readonly ModelFacts[]
  /** The model for small questions of whoever answers for this one. */
  smallOf?(name: string): string | undefined
  readonly resumed: string | undefined
  /** A person sits in front of it. */
  readonly interactive: boolean
  readonly warn: Warn
}): Omit<ModelChoice, 'model'> => {
  const { options, env, settings } = from
  const resolve = (name: string): string => resolveModelName(name, redirectsOf(env))
  const name = chooseName(from)
  const rows = extraRows(from, name)
  const budget = options.maxBudgetUsd === undefined ? openingText('settings_budget') : '--max-budget-usd'
  const isLimited = options.maxBudgetUsd !== undefined || hasHard(settings.budgets ?? {})
  if (isLimited && !isPriced(name, rows))
    throw new HostError('request', openingText('price_unknown', { model: name, budget, hint: PRICE_HINT }))
  if (options.taskBudget !== undefined && !findModel(name, rows).facts.taskBudget)
    from.warn(openingText('no_task_budget', { model: name }))
  const thinking = chooseThinking(from, findModel(name, rows).facts)
  const effort = chooseEffort(from)
  return {
    name,
    fallbacks: usable(
      chooseFallbacks(options, settings)
        .map(resolve)
        .filter(
          id => id !== name && (!settings.availableModels || isAvailable(id, settings.availableModels)),
        ),
      from.warn,
    ),
    small: chooseSmall(from, name),
    rows,
    resolve,
    ...(settings.availableModels ? { available: settings.availableModels } : {}),
    cache: !env.cacheOff,
    ...(env.uncached.length > 0 ? { uncached: env.uncached } : {}),
    ...chooseHour(from),
    ...(thinking ? { thinking } : {}),
    ...(effort ? { effort } : {}),
    fast: settings.fastMode === true && settings.fastModePerSessionOptIn !== true,
    summaries: options.thinkingDisplay
      ? options.thinkingDisplay === 'summarized'
      : settings.showThinkingSummaries === true,
    byHand: chosenByHand(options),
    ...(options.betas?.length ? { betas: options.betas } : {}),
  }
}

/** What the person says, then what is known of the provider. */
const redirectsOf = ({ families, redirects }: EnvironmentOptions): ModelRedirects => ({
  ...families,
  ...redirects,
})

/** A person pauses for longer than five minutes, and one such pause costs more than the dearer marks of a session. */
const chooseHour = ({
  env,
  settings,
  interactive,
}: Parameters<typeof chooseModels>[0]): Pick<ModelChoice, 'cacheHour'> => {
  const said = env.cacheLifetime ?? settings.promptCacheLifetime ?? 'auto'
  if (said === '1h') return { cacheHour: 'wanted' }
  if (said === '5m' || !isOwnService(env.baseUrl)) return {}
  return { cacheHour: interactive ? 'wanted' : 'possible' }
}

/** What was asked for, where the list of settings has it; a flag that asks for another is refused. */
const chooseName = ({
  options,
  env,
  settings,
  resumed,
  warn,
}: Parameters<typeof chooseModels>[0]): string => {
  const resolve = (name: string): string => resolveModelName(name, redirectsOf(env))
  const { availableModels: list } = settings
  const given = options.model ?? resumed ?? env.model ?? settings.model
  const wanted = given === undefined ? undefined : resolve(given)
  if (!list) return wanted ?? resolve('default')
  if (wanted !== undefined && (given === 'default' || isAvailable(wanted, list)))
    return given === 'default' ? chooseDefault(resolve, settings) : wanted
  const instead = chooseDefault(resolve, settings)
  if (wanted === undefined) return instead
  const problem = openingText('model_not_available', { model: wanted, models: list })
  if (options.model !== undefined) throw new HostError('request', problem)
  warn(openingText('model_replaced', { problem, model: instead }))
  return instead
}

const chooseDefault = (resolve: (name: string) => string, settings: Settings): string => {
  const { availableModels: list = [], enforceAvailableModels } = settings
  const usual = resolve('default')
  const [first] = list
  return !enforceAvailableModels || first === undefined || isAvailable(usual, list) ? usual : resolve(first)
}

/** Who serves models of others cannot be expected to have the small one of this maker: then the same answers both. */
const chooseSmall = (
  { env, settings, smallOf }: Parameters<typeof chooseModels>[0],
  name: string,
): string => {
  const wanted = settings.smallFastModel ?? env.smallModel
  if (wanted !== undefined) return resolveModelName(wanted, redirectsOf(env))
  return name.startsWith('claude-') || env.redirects.haiku
    ? resolveModelName('haiku', redirectsOf(env))
    : (smallOf?.(name) ?? name)
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

const usable = (chain: readonly string[], warn: Warn): readonly string[] => {
  const models = chain.slice(MAX_FALLBACKS)
  if (models.length > 0) warn(openingText('too_many_fallbacks', { most: MAX_FALLBACKS, models }))
  return chain.slice(0, MAX_FALLBACKS)
}

const chooseEffort = ({ options, env, settings }: Parameters<typeof chooseModels>[0]): Effort | undefined =>
  options.effort ?? env.effort ?? EFFORTS.find(effort => effort === settings.effortLevel)

/** Undefined: as the makers of each model recommend. The model's row says in which form it is asked. */
const chooseThinking = (
  { options, env, settings }: Parameters<typeof chooseModels>[0],
  facts: ModelFacts,
): Thinking | undefined => {
  if (options.thinking === 'disabled' || options.maxThinkingTokens === 0) return { type: 'disabled' }
  const isAsked = options.thinking === 'adaptive' || options.maxThinkingTokens !== undefined
  if (!isAsked && (env.thinkingOff || settings.alwaysThinkingEnabled === false)) return { type: 'disabled' }
  const tokens = options.maxThinkingTokens ?? env.maxThinkingTokens
  if (tokens !== undefined) return { type: 'enabled', budget_tokens: tokens }
  if (options.thinking !== 'adaptive' && !settings.alwaysThinkingEnabled) return undefined
  return facts.thinking === 'adaptive'
    ? { type: 'adaptive' }
    : { type: 'enabled', budget_tokens: DEFAULT_THINKING_TOKENS }
}

/** Models as the settings change or add them; `models` before `modelOverrides`, which is the older name. */
export const overrideRows = (
  { models, modelOverrides, providers = {} }: Settings,
  known: readonly ModelFacts[] = [],
): readonly ModelFacts[] =>
  Object.entries({ ...ofProviders(providers), ...modelOverrides, ...models }).map(
    ([id, { price, fast, ...change }]): ModelFacts => {
      const { facts } = findModel(id, known)
      const standing = { ...facts, ...(change as Partial<ModelFacts>), id }
      return {
        ...standing,
        ...(price ? { price: priceOf(price) } : {}),
        ...(fast ? { fast: { price: priceOf(fast) } } : {}),
      }
    },
  )

/** Models that a provider of the settings brings, by the name they are chosen with. */
const ofProviders = (
  providers: NonNullable<Settings['providers']>,
): Readonly<Record<string, ModelOverride>> =>
  Object.fromEntries(
    Object.entries(providers).flatMap(([name, { models = [] }]) =>
      models.map(({ id, ...facts }) => [`${name.toLowerCase()}/${id}`, facts]),
    ),
  )

const extraRows = (
  { settings, env, known = [] }: Parameters<typeof chooseModels>[0],
  name: string,
): readonly ModelFacts[] => {
  const rows = [...overrideRows(settings, known), ...known]
  if (env.maxContextTokens === undefined) return rows
  return [{ ...findModel(name, rows).facts, id: name, window: env.maxContextTokens }, ...rows]
}
