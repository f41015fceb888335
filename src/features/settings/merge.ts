import { isObject } from '../../lib/is-object.ts'
import type { SandboxSettings, Settings, SettingsLayer } from '../../protocol/settings.ts'
import { afterEditOf, hooksOf } from './hooks-of.ts'
import { mergeBudgets } from './merge-budgets.ts'

type Permissions = NonNullable<Settings['permissions']>

/**
 * One Settings out of layers, lowest first: lists of permissions, excludes, the sandbox and patterns of secrets join, hooks
 * all run, names in `env`, `models`, `modelOverrides` and of plugins override one by one, budgets of a project or of the administrator only ever
 * tighten, everything else is taken whole from the highest layer that has it.
 */
export const mergeSettings = (layers: readonly SettingsLayer[]): Settings => {
  const all = layers.map(layer => layer.settings)
  const hooks = hooksOf(layers)
  const permissions = mergePermissions(all.flatMap(permissionsOf))
  const sandbox = mergeSandbox(layers)
  return {
    ...Object.assign({}, ...all.map(withoutJoined)),
    ...(permissions && { permissions }),
    ...(sandbox && { sandbox }),
    ...(Object.keys(hooks).length > 0 && { hooks }),
    ...afterEditOf(layers),
    ...joinedModels(layers),
    ...joined('env', all),
    ...joined('models', all),
    ...joined('modelOverrides', all),
    ...joinedPlugins(all),
    ...joinedExcludes('instructionExcludes', all),
    ...joinedExcludes('claudeMdExcludes', all),
    ...joinedBudgets(layers),
    ...mergeSecrets(all),
    // Whoever wants to be asked is, whatever another file says.
    ...(all.some(({ isolatePeerMachines }) => isolatePeerMachines) ? { isolatePeerMachines: true } : {}),
  }
}

const withoutJoined = ({
  permissions: _p,
  sandbox: _box,
  hooks: _h,
  afterEdit: _a,
  env: _e,
  models: _rows,
  modelOverrides: _m,
  budgets: _b,
  secrets: _s,
  ...rest
}: Settings): Settings => rest

/** An administrator's list is not made longer by anybody. */
const joinedModels = (layers: readonly SettingsLayer[]): Settings => {
  const lists = layers.filter(({ settings }) => settings.availableModels)
  const fixed = lists.filter(({ source }) => source === 'managed')
  const models = (fixed.length > 0 ? fixed : lists).flatMap(({ settings }) => settings.availableModels ?? [])
  return lists.length === 0 ? {} : { availableModels: [...new Set(models)] }
}

const joinedBudgets = (layers: readonly SettingsLayer[]): Settings => {
  const budgets = mergeBudgets(layers)
  return budgets ? { budgets } : {}
}

const joined = (
  key: 'env' | 'models' | 'modelOverrides' | (typeof PLUGIN_MAPS)[number],
  all: readonly Settings[],
): Settings => {
  const maps = all.map(settings => settings[key]).filter(map => map !== undefined)
  return maps.length === 0 ? {} : { [key]: Object.fromEntries(maps.flatMap(map => Object.entries(map))) }
}

const PLUGIN_MAPS = ['enabledPlugins', 'extraKnownMarketplaces', 'pluginConfigs'] as const

const joinedPlugins = (all: readonly Settings[]): Settings =>
  Object.assign({}, ...PLUGIN_MAPS.map(key => joined(key, all)))

const joinedExcludes = (
  key: 'instructionExcludes' | 'claudeMdExcludes',
  all: readonly Settings[],
): Settings => {
  const globs = all.flatMap(settings => settings[key] ?? [])
  return globs.length === 0 ? {} : { [key]: [...new Set(globs)] }
}

/** Patterns of all layers count. */
const mergeSecrets = (all: readonly Settings[]): Settings => {
  const given = all.flatMap(({ secrets }) => (secrets ? [secrets] : []))
  if (given.length === 0) return {}
  const extraPatterns = given.flatMap(secrets => secrets.extraPatterns ?? [])
  const merged = Object.assign({}, ...given)
  return { secrets: extraPatterns.length > 0 ? { ...merged, extraPatterns } : merged }
}

/** A switch that stands outside of them in some files means the same. */
const permissionsOf = ({ permissions, disableAutoMode }: Settings): readonly Permissions[] => [
  ...(permissions ? [permissions] : []),
  ...(disableAutoMode ? [{ disableAutoMode }] : []),
]

const mergePermissions = (all: readonly Permissions[]): Permissions | undefined =>
  all.length === 0 ? undefined : joinLists(all)

const mergeSandbox = (layers: readonly SettingsLayer[]): SandboxSettings | undefined => {
  const managed = layers.flatMap(({ source, settings }) => (source === 'managed' ? [settings] : []))
  const fixed = {
    domains: managed.some(({ sandbox }) => sandbox?.network?.allowManagedDomainsOnly),
    reads: managed.some(({ sandbox }) => sandbox?.filesystem?.allowManagedReadPathsOnly),
  }
  const all = layers.flatMap(({ source, settings: { sandbox } }) =>
    !sandbox ? [] : source === 'managed' ? [sandbox] : [withoutOpened(sandbox, fixed)],
  )
  return all.length === 0 ? undefined : joinLists(all)
}

/** What nobody but the administrator may open. */
const withoutOpened = (
  sandbox: SandboxSettings,
  fixed: { readonly domains: boolean; readonly reads: boolean },
): SandboxSettings => {
  const { network, filesystem, ...rest } = sandbox
  // Another's proxy would decide in the place of the list.
  const { allowedDomains: _domains, httpProxyPort: _http, socksProxyPort: _socks, ...closed } = network ?? {}
  const { allowRead: _read, ...hidden } = filesystem ?? {}
  return {
    ...rest,
    ...(network ? { network: fixed.domains ? closed : network } : {}),
    ...(filesystem ? { filesystem: fixed.reads ? hidden : filesystem } : {}),
  }
}

/** Of each key the highest value; of lists everything that any of them holds; of groups the same within. */
const joinLists = <T extends object>(all: readonly T[]): T => {
  const joined: Record<string, unknown> = {}
  for (const one of all)
    for (const [key, value] of Object.entries(one)) {
      const lower = joined[key]
      if (Array.isArray(value) && Array.isArray(lower))
        joined[key] = [...new Set<unknown>([...lower, ...value])]
      else if (isObject(value) && isObject(lower)) joined[key] = joinLists([lower, value])
      else joined[key] = value
    }
  return joined as T
}

/**
 * The sandbox of a session whose commands must not leave it, whoever opened what in which file: an evaluation, a review.
 * `only` names the hosts they may reach, with commas between them; what closes it further still counts.
 */
export const confineSandbox = (settings: Settings, only: string | undefined): Settings => {
  if (only === undefined) return settings
  const { excludedCommands: _, allowAppleEvents: __, ...sandbox } = settings.sandbox ?? {}
  const { denyRead, denyWrite, allowRead } = sandbox.filesystem ?? {}
  const { deniedDomains } = sandbox.network ?? {}
  const allowedDomains = only.split(',').filter(domain => domain !== '' && domain !== 'off')
  return {
    ...settings,
    sandbox: {
      ...sandbox,
      enabled: true,
      failIfUnavailable: true,
      allowUnsandboxedCommands: false,
      filesystem: {
        ...(denyRead ? { denyRead } : {}),
        ...(denyWrite ? { denyWrite } : {}),
        ...(allowRead ? { allowRead } : {}),
      },
      network: { allowedDomains, strictAllowlist: true, ...(deniedDomains ? { deniedDomains } : {}) },
    },
  }
}
