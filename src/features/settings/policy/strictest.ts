import type { SettingRow } from '../rows/row.ts'

/**
 * What a value that is not of its kind counts as, in policy. `closes`: a list in which every entry restricts; a single
 * text is an entry, and anything else that is no entry stops the start. `opens`: a list in which every entry permits;
 * what is no entry is none. `stops`: nothing may start. `harmless`: the value is left out. Anything else: that value.
 */
export type StrictReading =
  | 'closes'
  | 'opens'
  | 'stops'
  | 'harmless'
  | { readonly as: string | boolean | readonly string[] | object }

const as = (value: string | boolean | readonly string[] | object): StrictReading => ({ as: value })
const ON = as(true)
const OFF = as(false)

/** Of settings whose row does not say which value restricts. */
const READINGS: Readonly<Record<string, StrictReading>> = {
  'permissions.allow': 'opens',
  processWrapper: 'stops',
  'permissions.ask': 'stops',
  'permissions.deny': 'stops',
  'permissions.defaultMode': as('default'),
  'permissions.additionalDirectories': 'opens',
  'permissions.disableBypassPermissionsMode': as('disable'),
  'permissions.disableAutoMode': as('disable'),
  disableAutoMode: as('disable'),
  allowManagedPermissionRulesOnly: ON,
  'autoMode.environment': 'opens',
  'autoMode.allow': 'opens',
  'autoMode.soft_deny': 'closes',
  'autoMode.hard_deny': 'closes',
  hooks: 'stops',
  disableAllHooks: ON,
  allowManagedHooksOnly: ON,
  allowedHttpHookUrls: 'opens',
  httpHookAllowedEnvVars: 'opens',
  env: 'stops',
  providers: 'stops',
  apiKeyHelper: 'stops',
  awsAuthRefresh: 'stops',
  awsCredentialExport: 'stops',
  gcpAuthRefresh: 'stops',
  availableModels: 'opens',
  enforceAvailableModels: ON,
  fastMode: OFF,
  'voice.enabled': OFF,
  'computer.enabled': OFF,
  fastModePerSessionOptIn: ON,
  enabledPlugins: 'stops',
  extraKnownMarketplaces: 'stops',
  strictKnownMarketplaces: 'opens',
  blockedMarketplaces: 'closes',
  blockedPlugins: 'closes',
  mcpServers: 'stops',
  mcp: 'stops',
  enableAllProjectMcpServers: OFF,
  enabledMcpjsonServers: 'opens',
  disabledMcpjsonServers: 'closes',
  allowedMcpServers: 'opens',
  deniedMcpServers: 'closes',
  channels: 'opens',
  channelPermissionRelay: 'opens',
  channelsEnabled: OFF,
  allowedChannelPlugins: 'opens',
  crossSessionInbound: as('refuse'),
  skillOverrides: 'stops',
  disableBundledSkills: ON,
  disableSkillShellExecution: ON,
  'sandbox.excludedCommands': 'opens',
  'sandbox.ignoreViolations': as({}),
  'sandbox.filesystem.allowWrite': 'opens',
  'sandbox.filesystem.allowRead': 'opens',
  'sandbox.network.allowedDomains': 'opens',
  'sandbox.network.allowUnixSockets': 'opens',
  'sandbox.network.allowMachLookup': 'opens',
  'sandbox.network.httpProxyPort': 'stops',
  'sandbox.network.socksProxyPort': 'stops',
  'secrets.redactResults': ON,
  'secrets.extraPatterns': 'stops',
  budgets: 'stops',
  assistant: OFF,
  assistantDailyUsd: 'stops',
  'agents.maxDepth': 'stops',
  'agents.maxConcurrent': 'stops',
  'agents.askAbove': 'stops',
  autoConnectIde: OFF,
  languageServers: 'stops',
  shareEditorSelection: OFF,
  autoMemoryEnabled: OFF,
  autoMemoryRequests: OFF,
  autoMemoryDirectory: 'stops',
  teamMemoryDirectory: 'stops',
  plansDirectory: 'stops',
  instructionExcludes: 'closes',
  claudeMdExcludes: 'closes',
  cleanupPeriodDays: 'stops',
  requiredMinimumVersion: 'stops',
  'teams.enabled': OFF,
  'teams.backend': 'stops',
  'teams.url': 'stops',
  'teams.planApproval': as('person'),
  'worktree.symlinkDirectories': 'opens',
  disableWorkflows: ON,
  enableWorkflows: OFF,
  ultracode: OFF,
  remoteControlAtStartup: OFF,
  agentPushNotifEnabled: OFF,
  disableRemoteControl: ON,
  disableAgentView: ON,
  // Of policy only.
  ignoreUnknownPolicy: OFF,
  disableSideloadFlags: ON,
  strictPluginOnlyCustomization: ON,
  allowManagedMcpServersOnly: ON,
  disableCommandPluginSources: ON,
  requiredMaximumVersion: 'stops',
  policyHelper: 'stops',
  parentSettingsBehavior: as('merge'),
  claudeMd: 'stops',
  'sandbox.bwrapPath': 'stops',
  'sandbox.network.allowManagedDomainsOnly': ON,
  'sandbox.filesystem.allowManagedReadPathsOnly': ON,
}

export const strictReading = ({ key, stricter }: Pick<SettingRow, 'key' | 'stricter'>): StrictReading =>
  READINGS[key] ?? (stricter === 'longer' ? 'closes' : stricter === undefined ? 'harmless' : as(stricter))
