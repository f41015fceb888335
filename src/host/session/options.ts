import { randomUUID } from 'node:crypto'
import type { EngineConfig } from '../../engine/config.ts'
import type { ContextChoice } from '../../engine/context/options.ts'
import type { Runtime } from '../../engine/options/runtime.ts'
import type { PromptSettings } from '../../engine/prompt/options.ts'
import { compareVersions } from '../../lib/compare-versions.ts'
import type { ChangeReviews, ReviewLocation } from '../../protocol/agents/change-review.ts'
import type { FleetHost } from '../../protocol/agents/fleet-work.ts'
import type { OpenRequest, Overrides } from '../../protocol/host.ts'
import { HostError } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { chooseContext } from '../context/options.ts'
import { secretsIn } from '../credentials/stored-credentials.ts'
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
  { maxTurns: wanted, maxBudgetUsd, tokenBudget, taskBudget, waitForLimit }: Overrides,
  env: EnvironmentOptions,
  {
    settings: { budgets, script, checkClaims, costReminderUsd = COST_REMINDER_USD, waitForLimit: wait },
    fixedBudgets,
  }: Gathered,
): EngineConfig['limits'] => {
  const maxTurns = wanted ?? env.maxTurns
  return {
    maxParallelTools: env.maxParallelTools ?? 10,
    ...waitingOf(waitForLimit, wait),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(script ? { script } : {}),
    ...(checkClaims === false ? { trustsClaims: true as const } : {}),
    ...(env.stopBlocks === undefined ? {} : { maxStopBlocks: env.stopBlocks }),
    ...(env.structuredRetries === undefined ? {} : { structuredRetries: env.structuredRetries }),
    ...(budgets ? { budgets } : {}),
    ...(fixedBudgets ? { fixedBudgets } : {}),
    ...(env.costWarningsOff || costReminderUsd === 0 ? {} : { remindAtUsd: costReminderUsd }),
    ...(maxBudgetUsd === undefined ? {} : { maxBudgetUsd }),
    ...(tokenBudget === undefined ? {} : { tokenBudget }),
    ...(taskBudget === undefined ? {} : { taskBudget }),
    ...(env.maxOutputTokens === undefined ? {} : { maxOutputTokens: env.maxOutputTokens }),
  }
}

const waitingOf = (
  wanted: Overrides['waitForLimit'],
  set: EngineConfig['limits']['waitForLimit'],
): Pick<EngineConfig['limits'], 'waitForLimit'> => {
  if (wanted === true || (wanted === 'usual' && set === undefined)) return { waitForLimit: 'always' }
  return set === undefined ? {} : { waitForLimit: set }
}

/** Compact at this share of a small window, in percent: a result or two must still fit in. */
const SMALL_PERCENT = 70

interface Chosen {
  readonly prompt: PromptSettings
  readonly context?: ContextChoice
}

/** What a session does otherwise where the window of its model is small. */
export const forSmallWindow = ({ prompt, context }: Chosen): Chosen => ({
  prompt: { ...prompt, small: true },
  context: { ...context, percent: Math.min(context?.percent ?? SMALL_PERCENT, SMALL_PERCENT) },
})

/** The clock, ids and the log of this process. */
export const runtimeOf = (log: ((line: string) => void) | undefined): Runtime => ({
  now: () => new Date(),
  newId: randomUUID,
  elapsed: () => performance.now(),
  ...(log ? { log } : {}),
})

/** Throws HostError where an administrator wants a newer or older program; warns where anybody else does. */
export const checkVersion = (
  version: string,
  { settings, requiredVersion }: Pick<Gathered, 'settings' | 'requiredVersion'>,
  warn: Warn,
): void => {
  if (requiredVersion !== undefined && compareVersions(version, requiredVersion) < 0)
    throw new HostError('settings', openingText('version_required', { version, wanted: requiredVersion }))
  const { minimumVersion, requiredMaximumVersion: newest } = settings
  if (newest !== undefined && compareVersions(version, newest) > 0)
    throw new HostError('settings', openingText('version_too_new', { version, wanted: newest }))
  if (minimumVersion !== undefined && compareVersions(version, minimumVersion) < 0)
    warn(openingText('version_wanted', { version, wanted: minimumVersion }))
}

/** What is absent unless somebody chose it. */
export const chosenOnly = (
  { readTokens, stored, localeEncoding }: EnvironmentOptions,
  {
    settings: {
      secrets,
      features,
      askUserQuestionTimeout,
      fileEncoding = localeEncoding,
      disableWorkflows,
      enableWorkflows,
      workflowKeywordTriggerEnabled: word,
      ultracode,
      strictPluginOnlyCustomization: locked,
    },
    withoutEffect,
  }: Gathered,
): Pick<
  EngineConfig,
  | 'readTokens'
  | 'fileEncoding'
  | 'secrets'
  | 'ownSecrets'
  | 'features'
  | 'questionMs'
  | 'workflowsOff'
  | 'workflowWish'
  | 'locked'
  | 'withoutEffect'
> => ({
  ...(withoutEffect.length > 0 ? { withoutEffect } : {}),
  ...(features ? { features } : {}),
  ...(disableWorkflows || enableWorkflows === false ? { workflowsOff: true } : {}),
  ...(ultracode || word === false
    ? { workflowWish: { always: ultracode === true, wordOff: word === false } }
    : {}),
  ...(locked?.length ? { locked } : {}),
  ...questionTimeout(askUserQuestionTimeout),
  ...(readTokens === undefined ? {} : { readTokens }),
  ...(fileEncoding === undefined ? {} : { fileEncoding }),
  ...(secrets ? { secrets } : {}),
  ...(stored ? { ownSecrets: secretsIn(stored) } : {}),
})

/** What the program that holds the session can do for it, beside the session. */
export const lentBy = (
  { env, overrides: { fleet: use } }: Pick<OpenRequest, 'env' | 'overrides'>,
  { releaseNotes, reviews, fleet }: Lender,
): Pick<EngineConfig, 'reviews' | 'fleet'> & Pick<Required<EngineConfig>, 'releaseNotes'> => ({
  releaseNotes,
  ...(reviews ? { reviews: at => reviews({ env, ...at }) } : {}),
  ...(fleet ? { fleet: { open: () => fleet({ env }), ...(use ? { use } : {}) } } : {}),
})

interface Lender extends FleetHost {
  releaseNotes(): Promise<string>
  reviews?(place: ReviewLocation): Promise<ChangeReviews>
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 }

/** How long a question waits: seconds, or with a unit (`90s`, `5m`, `1h`); words such as `never` set no limit. */
const questionTimeout = (setting: number | string | undefined): { readonly questionMs?: number } => {
  const [, digits, unit = 's'] = /^\s*(\d+(?:\.\d+)?)\s*(s|m|h)?\s*$/.exec(String(setting ?? '')) ?? []
  const seconds = Number(digits ?? 0) * (UNITS[unit] ?? 1)
  return seconds > 0 ? { questionMs: Math.min(seconds * 1_000, 2 ** 31 - 1) } : {}
}
