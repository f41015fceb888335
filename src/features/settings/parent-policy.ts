import { isObject } from '../../lib/is-object.ts'
import { meaningOf } from './known-keys.ts'

type Json = Readonly<Record<string, unknown>>

/** Keys that can only restrict, whatever they hold. */
const RESTRICTING: readonly string[] = [
  'allowManagedPermissionRulesOnly',
  'allowManagedHooksOnly',
  'allowedMcpServers',
  'deniedMcpServers',
  'availableModels',
  'enforceAvailableModels',
  'strictKnownMarketplaces',
  'blockedMarketplaces',
  'disableBundledSkills',
  'disableSkillShellExecution',
  'requiredMinimumVersion',
  'budgets',
  'blockedPlugins',
  'channelsEnabled',
  'allowedChannelPlugins',
  'allowedHttpHookUrls',
  'httpHookAllowedEnvVars',
  'crossSessionInbound',
  'disableAutoMode',
  'disableWorkflows',
  'disableRemoteControl',
  'disableAgentView',
  'fastModePerSessionOptIn',
]
/** Of policy, what is not for whoever starts the program. */
const NOT_OF_PARENTS: readonly string[] = [
  'ignoreUnknownPolicy',
  'policyHelper',
  'parentSettingsBehavior',
  'claudeMd',
  'pluginTrustMessage',
]
const PERMISSIONS: readonly string[] = ['deny', 'ask', 'disableBypassPermissionsMode', 'disableAutoMode']
const SANDBOX_LISTS: Readonly<Record<string, readonly string[]>> = {
  network: ['deniedDomains', 'allowManagedDomainsOnly', 'strictAllowlist'],
  filesystem: ['denyRead', 'denyWrite', 'allowManagedReadPathsOnly'],
}

/**
 * What a program that starts this one may put above everybody's settings: only what restricts. All hooks off means that
 * only those of the administrator run.
 */
export const parentPolicy = (given: Json): Json => {
  const { permissions, sandbox, disableAllHooks } = given
  const restricting = { ...pick(given, RESTRICTING), ...unknownIn(given) }
  const rules = isObject(permissions) ? pick(permissions, PERMISSIONS) : {}
  const held = isObject(sandbox) ? sandboxOf(sandbox) : {}
  const isOff = disableAllHooks !== undefined && disableAllHooks !== false && disableAllHooks !== 'false'
  return {
    ...restricting,
    ...(isOff ? { allowManagedHooksOnly: true } : {}),
    ...(Object.keys(rules).length > 0 ? { permissions: rules } : {}),
    ...(Object.keys(held).length > 0 ? { sandbox: held } : {}),
  }
}

const sandboxOf = (sandbox: Json): Json => ({
  ...(sandbox['enabled'] === true ? { enabled: true } : {}),
  ...(sandbox['failIfUnavailable'] === true ? { failIfUnavailable: true } : {}),
  ...Object.fromEntries(
    Object.entries(SANDBOX_LISTS).flatMap(([name, keys]) => {
      const part = sandbox[name]
      const kept = isObject(part) ? pick(part, keys) : {}
      return Object.keys(kept).length > 0 ? [[name, kept]] : []
    }),
  ),
})

/** Policy that rows here do not know: whoever reads policy does, or nothing may start. */
const unknownIn = (given: Json): Json =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([key]) => meaningOf(key) !== 'setting' && key !== '$schema' && !NOT_OF_PARENTS.includes(key),
    ),
  )

const pick = (from: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)))
