import { isPriced, PRICE_HINT } from '../../engine/live/usable-model.ts'
import type { ModelChoice } from '../../engine/models/options.ts'
import { hasHard } from '../../features/budgets/judge-budgets.ts'
import { isAvailable } from '../../features/models/available-models.ts'
import {
  findModel,
  isPlanAlias,
  lacksLongWindow,
  type ModelRedirects,
  resolveModelName,
} from '../../features/models/catalogue.ts'
import { HostError, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import {
  asksForLong,
  EFFORTS,
  type Effort,
  type ModelFacts,
  type Thinking,
  withoutLong,
} from '../../protocol/model.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isOwnService } from '../context/options.ts'
import type { EnvironmentOptions } from '../environment.ts'
import { overrideRows } from './override-rows.ts'

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
  const resolve = resolverOf(env)
  const chosen = chooseName(from)
  const rows = extraRows(from, chosen)
  if (options.model !== undefined && lacksLongWindow(chosen, rows))
    throw new HostError('request', openingText('long_window_refused', { model: withoutLong(chosen) }))
  const name = fitLong(chosen, rows, from.warn)
  const planner = choosePlanner(from, rows)
  const isLimited = options.maxBudgetUsd !== undefined || hasHard(settings.budgets ?? {})
  for (const model of [name, ...(planner === undefined ? [] : [planner])])
    if (isLimited && !isPriced(model, rows)) throw new HostError('request', priceUnknown(model, options))
  if (options.taskBudget !== undefined && !findModel(name, rows).facts.taskBudget)
    from.warn(openingText('no_task_budget', { model: name }))
  const thinking = chooseThinking(from, findModel(name, rows).facts)
  const effort = chooseEffort(from)
  return {
    name,
    ...(planner === undefined ? {} : { planner }),
    ...chooseAdvisor(from, rows),
    fallbacks: usable(
      chooseFallbacks(options, settings)
        .map(each => fitLong(resolve(each), rows, from.warn))
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

const resolverOf =
  (env: EnvironmentOptions): ((name: string) => string) =>
  name => {
    const id = resolveModelName(name, redirectsOf(env))
    return env.longOff ? withoutLong(id) : id
  }

/** Who asks for a window that the model does not have hears it, and goes on with the one it has. */
const fitLong = (name: string, rows: readonly ModelFacts[], warn: Warn): string => {
  if (!lacksLongWindow(name, rows)) return name
  warn(openingText('no_long_window', { model: withoutLong(name) }))
  return withoutLong(name)
}

/** What is asked for: flag, then the resumed session, then environment, then settings. */
const givenName = ({
  options,
  env,
  settings,
  resumed,
}: Parameters<typeof chooseModels>[0]): string | undefined =>
  options.model ?? resumed ?? env.model ?? settings.model

/** The name that planning is done with, where another does the work: a pair like `opusplan`, or the setting. */
const plannerName = (from: Parameters<typeof chooseModels>[0]): string | undefined => {
  const given = givenName(from) ?? 'default'
  const said = given === 'default' ? (from.env.redirects.default ?? given) : given
  if (isPlanAlias(said)) return asksForLong(said) ? 'opus[1m]' : 'opus'
  // Who names one for this run, or named one in this session, means it for everything.
  return from.options.model === undefined && from.resumed === undefined ? from.settings.planModel : undefined
}

/** As far as the list of settings has it. */
const choosePlanner = (
  from: Parameters<typeof chooseModels>[0],
  rows: readonly ModelFacts[],
): string | undefined => {
  const named = plannerName(from)
  if (named === undefined) return undefined
  const resolved = resolverOf(from.env)(named)
  const planner = fitLong(resolved, rows, from.warn)
  const { availableModels: list } = from.settings
  if (!list || isAvailable(planner, list)) return planner
  const problem = openingText('model_not_available', { model: planner, models: list })
  if (from.options.model !== undefined) throw new HostError('request', problem)
  from.warn(problem)
  return undefined
}

/** What the model may ask for advice. A flag that asks for one that may not be used is refused; a setting is left out. */
const chooseAdvisor = (
  { options, env, settings, warn }: Parameters<typeof chooseModels>[0],
  rows: readonly ModelFacts[],
): Pick<ModelChoice, 'advisor' | 'advisorOff'> => {
  if (env.advisorOff) return { advisorOff: true }
  const given = options.advisor ?? settings.advisorModel
  if (given === undefined || given === 'off') return {}
  const advisor = fitLong(resolverOf(env)(given), rows, warn)
  const problem = advisorProblem(advisor, { options, settings, rows })
  if (problem === undefined) return { advisor }
  if (options.advisor !== undefined) throw new HostError('request', problem)
  warn(problem)
  return {}
}

const advisorProblem = (
  model: string,
  {
    options,
    settings,
    rows,
  }: Pick<Parameters<typeof chooseModels>[0], 'options' | 'settings'> & {
    readonly rows: readonly ModelFacts[]
  },
): LocalizedText | undefined => {
  const { availableModels: models } = settings
  if (models && !isAvailable(model, models)) return openingText('model_not_available', { model, models })
  const isLimited = options.maxBudgetUsd !== undefined || hasHard(settings.budgets ?? {})
  if (!isLimited || isPriced(model, rows)) return undefined
  return priceUnknown(model, options)
}

const priceUnknown = (
  model: string,
  options: { readonly maxBudgetUsd?: number | undefined },
): LocalizedText => {
  const budget = options.maxBudgetUsd === undefined ? openingText('settings_budget') : '--max-budget-usd'
  return openingText('price_unknown', { model, budget, hint: PRICE_HINT })
}

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
const chooseName = (from: Parameters<typeof chooseModels>[0]): string => {
  const { options, env, settings, warn } = from
  const resolve = resolverOf(env)
  const { availableModels: list } = settings
  const given = givenName(from)
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
  if (wanted !== undefined) return resolverOf(env)(wanted)
  return name.startsWith('claude-') || env.redirects.haiku
    ? resolverOf(env)('haiku')
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
  options.effort ??
  env.effort ??
  (settings.ultracode ? 'xhigh' : EFFORTS.find(effort => effort === settings.effortLevel))

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

/** They think adaptively or within a budget, as they are asked to; later ones only do the first. */
const EITHER = ['claude-opus-4-6', 'claude-sonnet-4-6'] as const

const extraRows = (
  { settings, env, known = [] }: Parameters<typeof chooseModels>[0],
  name: string,
): readonly ModelFacts[] => {
  const rows = [
    ...overrideRows(settings, known),
    ...known,
    ...(env.adaptiveOff
      ? EITHER.map((id): ModelFacts => ({ ...findModel(id, []).facts, thinking: 'budget' }))
      : []),
  ]
  if (env.maxContextTokens === undefined) return rows
  return [{ ...findModel(name, rows).facts, id: name, window: env.maxContextTokens }, ...rows]
}
