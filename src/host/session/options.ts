import type { EngineConfig } from '../../engine/config.ts'
import type { Overrides } from '../../protocol/host.ts'
import { chooseContext } from '../context/options.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../settings/gather-settings.ts'

type Said = Parameters<typeof chooseContext>[0] & Pick<EnvironmentOptions, 'autoCompactOff'>

/** How the conversation is kept small, and what is kept of it. */
export const chooseKeeping = (
  environment: Said,
  { settings }: Pick<Gathered, 'settings'>,
  at: {
    readonly configHome: string
    readonly oneShot: boolean
    readonly suggestions?: boolean
  },
): Pick<EngineConfig, 'autoCompact' | 'context' | 'memory' | 'asides'> => {
  const { oneShot, configHome } = at
  const backgroundOff = environment.backgroundOff || oneShot
  return {
    autoCompact: !environment.autoCompactOff && settings.autoCompactEnabled !== false,
    context: chooseContext({ ...environment, backgroundOff }, settings, configHome),
    memory: {
      background: !backgroundOff && settings.autoMemoryRequests !== false,
      configHome,
      log: settings.autoMemoryLog === true && !oneShot,
    },
    // Each costs a call: only for those who want it.
    asides: {
      suggestions: at.suggestions || settings.promptSuggestionEnabled === true,
      labels: settings.toolBatchLabels === true && !backgroundOff,
    },
  }
}

/** What a session may spend and do at most: by the run, else by the environment and the settings. */
/** From here on a person should know what a session costs. */
const COST_REMINDER_USD = 5

export const limitsOf = (
  { maxTurns: wanted, maxBudgetUsd, tokenBudget, taskBudget }: Overrides,
  env: EnvironmentOptions,
  { settings: { budgets, costReminderUsd = COST_REMINDER_USD }, fixedBudgets }: Gathered,
): EngineConfig['limits'] => {
  const maxTurns = wanted ?? env.maxTurns
  return {
    maxParallelTools: env.maxParallelTools ?? 10,
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(budgets ? { budgets } : {}),
    ...(fixedBudgets ? { fixedBudgets } : {}),
    ...(env.costWarningsOff || costReminderUsd === 0 ? {} : { remindAtUsd: costReminderUsd }),
    ...(maxBudgetUsd === undefined ? {} : { maxBudgetUsd }),
    ...(tokenBudget === undefined ? {} : { tokenBudget }),
    ...(taskBudget === undefined ? {} : { taskBudget }),
    ...(env.maxOutputTokens === undefined ? {} : { maxOutputTokens: env.maxOutputTokens }),
  }
}
