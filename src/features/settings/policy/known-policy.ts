/**
 * Names of settings that ask for nothing Capstan does: about the services, applications and machines of a vendor, or
 * about looks and habits of a program that is not this one. An administrator is told of them, and nothing is lost
 * without them. A name that forbids something does not belong here.
 */
export const WITHOUT_OBJECT: ReadonlySet<string> = new Set(
  `allowAllClaudeAiMcps browserExternalPageTools disableArtifact disableBrowserExternalNavigation
  disableClaudeAiConnectors disableMobileSimulatorTools enableArtifact
  forceLoginMethod forceLoginOrgUUID forceRemoteSettingsRefresh gatewayInternalNetworks
  managedSourcesBehavior pluginSuggestionMarketplaces remote.defaultEnvironmentId 
  sandbox.socatPath sshConfigs sshHostAllowlist
  syncClaudeAiPlugins syncClaudeAiSkills voice voiceEnabled wslInheritsWindowsSettings

  attribution.sessionUrl autoInstallIdeExtension awaySummaryEnabled
  desktopSessionCleanupPeriodDays dialogExpiry feedbackDrafts
  modelPicker modelPricing modelSettings promptCacheTtl
  switchModelsOnFlag teammateDefaultModel
  timeFormat timeZone wheelScrollAccelerationEnabled`.split(/\s+/),
)

/** Of a policy written for another program: which of its versions may start, and may be installed. */
export const VERSION_KEYS: readonly string[] = [
  'minimumVersion',
  'requiredMaximumVersion',
  'requiredMinimumVersion',
]
