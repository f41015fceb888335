/** Names the JSON schema of the file: accepted, and only editors go by it. */
export const FOR_EDITORS = '$schema'

/**
 * Names that other programs and later versions know in these files and that Capstan doesn't know. They are no
 * mistakes: they stay in the file, and whoever sets one here is told that it does nothing.
 */
export const ELSEWHERE: ReadonlySet<string> = new Set(
  `advisorModel agent allowedMcpServers allowManagedMcpServersOnly   autoScrollEnabled autoUpdatesChannel awsAuthRefresh awsCredentialExport
  blockedMarketplaces crossSessionInbound deniedMcpServers
  disableAgentView disableBundledSkills disabledMcpjsonServers disableSkillShellExecution emojiCompletionEnabled
  enableAllProjectMcpServers enabledMcpjsonServers enabledPlugins extraKnownMarketplaces
  feedbackSurveyRate footerLinksRegexes forceLoginMethod gcpAuthRefresh
  keybindingFlavor otelHeadersHelper pluginConfigs
  providers prUrlTemplate respondToBashCommands
  skillListingBudgetFraction skillListingMaxDescChars skillOverrides skipDangerousModePermissionPrompt
  skipWebFetchPreflight spellcheck strictKnownMarketplaces subagentStatusLine teammateMode teams
  telemetry tui useAutoModeDuringPlan vimInsertModeRemaps worktree
  sandbox.credentials sandbox.enableWeakerNestedSandbox sandbox.enableWeakerNetworkIsolation
  sandbox.ignoreViolations sandbox.ripgrep sandbox.filesystem.disabled sandbox.network.allowAllUnixSockets
  sandbox.network.httpProxyPort sandbox.network.socksProxyPort sandbox.network.strictAllowlist
  sandbox.network.tlsTerminate statusLine.hideVimModeIndicator`.split(/\s+/),
)
