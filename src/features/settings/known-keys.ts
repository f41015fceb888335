import { nearestName } from '../../lib/nearest-name.ts'
import { isObject } from './check.ts'

/** Keys that mean something to other parts or programs that share these files: kept, and no reason for a note. */
const KNOWN: ReadonlySet<string> = new Set(
  `$schema advisorModel agent allowedHttpHookUrls allowedMcpServers allowManagedHooksOnly
  allowManagedMcpServersOnly allowManagedPermissionRulesOnly alwaysThinkingEnabled apiKeyHelper
  askUserQuestionTimeout attribution autoCompactEnabled autoCompactWindow autoMemoryDirectory autoMemoryEnabled
  autoMode autoScrollEnabled autoUpdatesChannel availableModels awsAuthRefresh awsCredentialExport axScreenReader
  blockedMarketplaces claudeMdExcludes cleanupPeriodDays companyAnnouncements crossSessionInbound defaultShell
  deniedMcpServers disableAgentView disableAllHooks disableBundledSkills disabledMcpjsonServers
  disableSkillShellExecution editorMode effortLevel emojiCompletionEnabled enableAllProjectMcpServers
  enabledMcpjsonServers enabledPlugins enforceAvailableModels env extraKnownMarketplaces fallbackModel fastMode
  features feedbackSurveyRate fileCheckpointingEnabled fileSuggestion footerLinksRegexes forceLoginMethod
  gcpAuthRefresh hooks httpHookAllowedEnvVars includeCoAuthoredBy includeGitInstructions keybindingFlavor language
  minimumVersion model modelOverrides otelHeadersHelper outputStyle permissions plansDirectory pluginConfigs
  preferredNotifChannel prefersReducedMotion promptLanguage promptSuggestionEnabled providers prUrlTemplate
  requiredMinimumVersion respectGitignore respondToBashCommands sandbox showThinkingSummaries showTurnDuration
  skillListingBudgetFraction skillListingMaxDescChars skillOverrides skipDangerousModePermissionPrompt
  skipWebFetchPreflight smallFastModel spellcheck spinnerTipsEnabled spinnerTipsOverride spinnerVerbs statusLine
  strictKnownMarketplaces subagentStatusLine syntaxHighlightingDisabled teamMemoryDirectory teammateMode teams telemetry
  terminalProgressBarEnabled terminalTitleDisabled theme tui uiLanguage useAutoModeDuringPlan verbose viewMode vimInsertModeRemaps
  webSearch worktree`.split(/\s+/),
)

/** Whether anything goes by a key of this name, at the top of a file. */
export const isKnownKey = (name: string): boolean => KNOWN.has(name)

/** Keys inside an object this program acts on; there a wrong name looks as if it held and does not. */
const WITHIN: Readonly<Record<string, ReadonlySet<string>>> = {
  permissions: new Set([
    'additionalDirectories',
    'allow',
    'ask',
    'defaultMode',
    'deny',
    'disableAutoMode',
    'disableBypassPermissionsMode',
  ]),
  sandbox: new Set(
    `allowUnsandboxedCommands autoAllowBashIfSandboxed credentials enabled enableWeakerNestedSandbox
    enableWeakerNetworkIsolation excludedCommands failIfUnavailable filesystem ignoreViolations network
    ripgrep`.split(/\s+/),
  ),
  fileSuggestion: new Set(['command', 'type']),
  spinnerTipsOverride: new Set(['excludeDefault', 'tips']),
  statusLine: new Set(['command', 'hideVimModeIndicator', 'padding', 'refreshInterval', 'type']),
  'sandbox.filesystem': new Set(['allowRead', 'allowWrite', 'denyRead', 'denyWrite', 'disabled']),
  'sandbox.network': new Set(
    `allowAllUnixSockets allowedDomains allowLocalBinding allowUnixSockets deniedDomains httpProxyPort
    socksProxyPort strictAllowlist tlsTerminate`.split(/\s+/),
  ),
}

interface Misspelt {
  readonly path: readonly string[]
  readonly meant: string
}

/** Keys nobody knows that look like one of ours. Others may be from a later version or another program. */
export const findMisspelt = (value: Readonly<Record<string, unknown>>): readonly Misspelt[] => [
  ...misspeltIn(value, KNOWN, []),
  ...Object.entries(WITHIN).flatMap(([dotted, known]) => {
    const path = dotted.split('.')
    const inner = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value)
    return isObject(inner) ? misspeltIn(inner, known, path) : []
  }),
]

const misspeltIn = (
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  path: readonly string[],
): readonly Misspelt[] =>
  Object.keys(value).flatMap(key => {
    if (known.has(key) || key.length > 60) return []
    const meant = sameButForCase(key, known) ?? nearestName(key, [...known], key.length < 5 ? 1 : 2)
    return meant === undefined ? [] : [{ path: [...path, key], meant }]
  })

const sameButForCase = (key: string, known: ReadonlySet<string>): string | undefined => {
  const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '')
  const wanted = plain(key)
  return [...known].find(name => plain(name) === wanted)
}
