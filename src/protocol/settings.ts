import type { PeerInbound } from './agents/peers.ts'
import type { TeammateMode } from './agents/teammate.ts'
import type { Budgets } from './budgets.ts'
import type { CustomizationPart, PolicyHelper } from './extensions/policy-settings.ts'
import type { CodeMode } from './extensions/server.ts'
import type { SkillUse } from './extensions/skill-info.ts'
import type { Features } from './features.ts'
import type { HookSettings } from './hook.ts'
import type { Behavior, PermissionMode } from './permission.ts'
import type { ModelOverride, ProviderSetting } from './provider-settings.ts'
import type { RemoteSettings } from './serve/serve-settings.ts'
import type { CheckSettings } from './session/check-settings.ts'
import type { TerminalSettings } from './terminal-settings.ts'
import type { AfterEditRow } from './tools/after-edit-row.ts'
import type { ScreenSettings } from './tools/computer.ts'
import type { ScriptSettings } from './tools/script.ts'

/** The keys of a settings file that this program acts on. Unknown keys are kept in the file and ignored. */
export interface Settings extends TerminalSettings, RemoteSettings, ScreenSettings, CheckSettings {
  readonly model?: string
  readonly fallbackModel?: string | readonly string[]
  readonly advisorModel?: string
  readonly smallFastModel?: string
  /** Plans in plan mode, where another model does the work. */
  readonly planModel?: string
  /** Who answers for models that name nobody. */
  readonly provider?: string
  /** More of them, by name. */
  readonly providers?: Readonly<Record<string, ProviderSetting>>
  /** How many of another currency a US dollar is; never from a project. */
  readonly waitForLimit?: 'ask' | 'always' | 'never'
  readonly exchangeRates?: { readonly CNY?: number }
  /** Families, beginnings of ids or whole ids that may be chosen. Of the administrator's, only theirs counts. */
  readonly availableModels?: readonly string[]
  /** The default is held to that list as well. */
  readonly enforceAvailableModels?: boolean
  readonly effortLevel?: string
  readonly alwaysThinkingEnabled?: boolean
  /** Faster answers for a higher price, where the model has them. */
  readonly fastMode?: boolean
  /** Whatever `fastMode` says, a session begins without. */
  readonly fastModePerSessionOptIn?: boolean
  readonly disableAutoMode?: 'disable'
  readonly disableWorkflows?: boolean
  readonly enableWorkflows?: boolean
  /** False: the word "ultracode" in a message asks for none. */
  readonly workflowKeywordTriggerEnabled?: boolean
  /** How many agents the model is to aim for in a workflow it writes: advice. */
  readonly workflowSizeGuideline?: WorkflowSize
  /** A workflow for every substantive task, and the effort that takes. */
  readonly ultracode?: boolean
  readonly disableDeepLinkRegistration?: 'disable'
  readonly disableRemoteControl?: boolean
  readonly disableAgentView?: boolean
  /** Connects to an editor by itself; never from a project. */
  readonly autoConnectIde?: boolean
  /** False: what is selected in an editor stays there; never from a project. */
  readonly shareEditorSelection?: boolean
  /** False: none. By name: a well-known one changed or (false) switched off, or another, as plugins write them. */
  readonly languageServers?: false | Readonly<Record<string, false | object>>
  /** Where changes that are asked about are shown; never from a project. */
  readonly diffTool?: 'auto' | 'terminal'
  readonly permissions?: {
    readonly allow?: readonly string[]
    readonly ask?: readonly string[]
    readonly deny?: readonly string[]
    readonly defaultMode?: PermissionMode
    readonly additionalDirectories?: readonly string[]
    readonly disableBypassPermissionsMode?: 'disable'
    readonly disableAutoMode?: 'disable'
  }
  readonly sandbox?: SandboxSettings
  /** Prose for the reviewer of auto mode; the literal `$defaults` keeps the built-in lines. Never from a project. */
  readonly autoMode?: {
    readonly environment?: readonly string[]
    readonly allow?: readonly string[]
    readonly soft_deny?: readonly string[]
    readonly hard_deny?: readonly string[]
    readonly classifyAllShell?: boolean
  }
  /** Where plans are kept; `~/` and relative paths as in rules. */
  readonly plansDirectory?: string
  readonly worktree?: {
    readonly baseRef?: 'fresh' | 'head'
    readonly symlinkDirectories?: readonly string[]
    readonly sparsePaths?: readonly string[]
    readonly bgIsolation?: 'none' | 'worktree'
  }
  readonly hooks?: HookSettings
  /** Of a map of the code behind the first message; absent or 0: none. */
  readonly codeMapTokens?: number
  /** What runs when files were changed. */
  readonly afterEdit?: readonly AfterEditRow[]
  readonly disableAllHooks?: boolean
  /** Where hooks may post to; absent: the open internet and this machine. */
  readonly allowedHttpHookUrls?: readonly string[]
  readonly httpHookAllowedEnvVars?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** A command is waited for so long; then it goes on in the background. */
  readonly bashForegroundSeconds?: number
  /** The agent that runs the conversation. */
  readonly agent?: string
  readonly coordinator?: boolean
  readonly agents?: {
    readonly maxDepth?: number
    readonly maxConcurrent?: number
    readonly askAbove?: number
    readonly fork?: boolean
    readonly backgroundAfterSeconds?: number
  }
  /** Sessions begin in assistant mode. */
  readonly assistant?: boolean
  /** What an assistant may spend by itself in a day. */
  readonly assistantDailyUsd?: number
  readonly apiKeyHelper?: string
  /** Signs in to the cloud again when its credentials are missing or have expired. */
  readonly awsAuthRefresh?: string
  /** Prints keys of the cloud as JSON. */
  readonly awsCredentialExport?: string
  readonly gcpAuthRefresh?: string
  /** Prints the headers for telemetry. */
  readonly otelHeadersHelper?: string
  readonly autoCompactEnabled?: boolean
  /** Compact as if the window were so large. */
  readonly autoCompactWindow?: number
  readonly compaction?: CompactionSettings
  /** Globs of instruction files that are not read. */
  readonly instructionExcludes?: readonly string[]
  readonly claudeMdExcludes?: readonly string[]
  /** False: nothing is remembered across sessions. */
  readonly autoMemoryEnabled?: boolean
  readonly autoMemoryRequests?: boolean
  readonly autoMemoryLog?: boolean
  readonly toolBatchLabels?: boolean
  readonly promptCacheLifetime?: 'auto' | '5m' | '1h'
  /** Where memories are kept instead of the usual place; never from a project. */
  readonly autoMemoryDirectory?: string
  /** Where a team keeps memories: absolute, or below the root of the repository; never from a project. */
  readonly teamMemoryDirectory?: string
  /** Language of the answers, in its own or any other words. */
  readonly language?: string
  /** Language the system prompt is written in. */
  readonly promptLanguage?: 'en' | 'zh' | 'eng' | 'chn'
  /** Name of an output style. */
  readonly outputStyle?: string
  /** The person's word on single skills, by name. */
  readonly skillOverrides?: Readonly<Record<string, SkillUse>>
  /** The prompts that come with the program are not offered. */
  readonly disableBundledSkills?: boolean
  /** Commands in the text of skills are not run. */
  readonly disableSkillShellExecution?: boolean
  readonly skillListingBudgetFraction?: number
  readonly skillListingMaxDescChars?: number
  /** What commits and pull requests end with; empty: nothing. */
  readonly attribution?: { readonly commit?: string; readonly pr?: string }
  /** Commits and pull requests name this program; `attribution` wins. */
  readonly includeCoAuthoredBy?: boolean
  readonly verifyChanges?: boolean
  readonly features?: Features
  /** Sessions that nobody wrote to for so long are removed. */
  readonly cleanupPeriodDays?: number
  /** False: no copies of changed files are kept, and nothing can be brought back. */
  readonly fileCheckpointingEnabled?: boolean
  /** What files and output are in that do not tell it themselves. */
  readonly fileEncoding?: string
  /** Of this program: an older one is told of. */
  readonly minimumVersion?: string
  /** The person is asked before a message of the model may leave this machine, in every mode. */
  readonly isolatePeerMachines?: boolean
  /** What `capstan update` looks for. */
  readonly autoUpdatesChannel?: 'latest' | 'stable'
  /** Counts in managed settings only: an older program does not start. */
  readonly requiredMinimumVersion?: string
  /** After so long without an answer the model goes on by itself: seconds, or `5m`. */
  readonly askUserQuestionTimeout?: number | string
  /** What commands of the person's own run in. */
  readonly defaultShell?: 'bash' | 'zsh' | 'fish' | 'sh'
  /** The model answers to commands the person ran. */
  readonly respondToBashCommands?: boolean
  /** Goes before the command of processes that this program starts of itself. */
  readonly processWrapper?: string
  /** False: nothing about the state of the git repository is told. */
  readonly includeGitInstructions?: boolean
  /** Where teams and shared task lists are kept; never from a project. */
  readonly teams?: {
    readonly enabled?: boolean
    readonly backend?: 'files' | 'nats'
    readonly url?: string
    readonly planApproval?: 'person' | 'leader'
  }
  /** Where members of a team work; never from a project. */
  readonly teammateMode?: TeammateMode
  /** Where notifications are sent, besides the screen. */
  readonly notifyWebhook?: string
  readonly webSearch?: { readonly endpoint: string; readonly apiKey?: string }
  /** What is taken out of tool results; a project may only add to it. */
  readonly secrets?: SecretSettings
  /** MCP servers by name, as in `.mcp.json`; those of a folder wait for the person's approval. */
  readonly mcpServers?: Readonly<Record<string, object>>
  /** `startAtOnce`: how many servers start at a time, programs and addresses; never from a project. */
  readonly mcp?: {
    readonly startAtOnce?: { readonly local?: number; readonly remote?: number }
    /** Whether tools of servers are only offered from within scripts. */
    readonly codeMode?: CodeMode
  }
  /** Servers of a project's `.mcp.json` that need no question, or are off; never from the project itself. */
  readonly enableAllProjectMcpServers?: boolean
  readonly enabledMcpjsonServers?: readonly string[]
  readonly channels?: readonly string[]
  readonly crossSessionInbound?: PeerInbound
  readonly channelPermissionRelay?: readonly string[]
  readonly channelsEnabled?: boolean
  readonly allowedChannelPlugins?: readonly ChannelPlugin[]
  readonly disabledMcpjsonServers?: readonly string[]
  /** Which MCP servers may start at all. */
  readonly allowedMcpServers?: readonly ServerMatch[]
  readonly deniedMcpServers?: readonly ServerMatch[]
  /** Limits on spending, in USD. A project may only make them tighter. */
  readonly budgets?: Budgets
  readonly script?: ScriptSettings
  /** When a session has cost so much the person is told once; 0: never. */
  readonly costReminderUsd?: number
  /** What is known of models, by id: adds rows to the catalogue and changes those it has. */
  readonly models?: Readonly<Record<string, ModelOverride>>
  /** The same under an older name. */
  readonly modelOverrides?: Readonly<Record<string, ModelOverride | string>>
  /** By `name@marketplace`. */
  readonly enabledPlugins?: Readonly<Record<string, boolean>>
  readonly extraKnownMarketplaces?: Readonly<
    Record<string, { readonly source: object; readonly autoUpdate?: boolean }>
  >
  /** What the person gave to plugins; never from a project. */
  readonly pluginConfigs?: Readonly<Record<string, { readonly options?: object }>>
  /** Count in managed settings only. */
  readonly strictKnownMarketplaces?: readonly object[]
  readonly blockedMarketplaces?: readonly object[]
  readonly blockedPlugins?: readonly string[]
  /** Count in managed settings only: hooks and allow rules of other sources are then ignored. */
  readonly allowManagedHooksOnly?: boolean
  readonly allowManagedPermissionRulesOnly?: boolean
  /** From here on of an administrator only; of other files nothing of it is even read. */
  readonly ignoreUnknownPolicy?: boolean
  readonly disableSideloadFlags?: boolean
  /** What comes from plugins and the administrator only. */
  readonly strictPluginOnlyCustomization?: readonly CustomizationPart[]
  readonly allowManagedMcpServersOnly?: boolean
  readonly disableCommandPluginSources?: boolean
  readonly requiredMaximumVersion?: string
  readonly policyHelper?: PolicyHelper
  readonly parentSettingsBehavior?: 'first-wins' | 'merge'
  readonly claudeMd?: string
  readonly pluginTrustMessage?: string
}

export type WorkflowSize = 'unrestricted' | 'small' | 'medium' | 'large'

/** Lists join across files, everything else is taken from the highest. A project can only tighten. */
export interface SandboxSettings {
  readonly enabled?: boolean
  readonly failIfUnavailable?: boolean
  readonly autoAllowBashIfSandboxed?: boolean
  readonly excludedCommands?: readonly string[]
  /** False: the model cannot even ask to leave the sandbox. */
  readonly allowUnsandboxedCommands?: boolean
  /** Where a container allows no full sandbox: one that shares the container's view of processes. */
  readonly enableWeakerNestedSandbox?: boolean
  /** Of an administrator only. */
  readonly bwrapPath?: string
  /** macOS: programs that leave the check of certificates to the system may ask it. */
  readonly enableWeakerNetworkIsolation?: boolean
  /** macOS: programs may open applications and control them; those run outside. */
  readonly allowAppleEvents?: boolean
  /** What is not told of a command, by a part of its text; `*`, `file` and `network` count for every command. */
  readonly ignoreViolations?: Readonly<Record<string, readonly string[]>>
  /** Files that cannot be read inside, and variables that are not set there; of a masked one commands see a placeholder. */
  readonly credentials?: {
    readonly files?: readonly (string | MaskedFile)[]
    readonly envVars?: readonly (string | MaskedVariable)[]
    /** Masked ones are put into requests that are not encrypted as well. */
    readonly allowPlaintextInject?: boolean
  }
  readonly filesystem?: {
    /** Only what is denied by name is kept from commands; they read and write everything else. */
    readonly disabled?: boolean
    readonly allowWrite?: readonly string[]
    readonly denyWrite?: readonly string[]
    readonly denyRead?: readonly string[]
    readonly allowRead?: readonly string[]
    /** Of an administrator only: nobody else's `allowRead` counts. */
    readonly allowManagedReadPathsOnly?: boolean
  }
  readonly network?: {
    readonly allowedDomains?: readonly string[]
    readonly deniedDomains?: readonly string[]
    readonly allowLocalBinding?: boolean
    readonly allowUnixSockets?: readonly string[]
    readonly allowAllUnixSockets?: boolean
    /** macOS: further services of the system that programs may ask; `*` at the end stands for any end. */
    readonly allowMachLookup?: readonly string[]
    /** Of an administrator only: nobody else's `allowedDomains` count. */
    readonly allowManagedDomainsOnly?: boolean
    /** False: the person is asked about other hosts. */
    readonly strictAllowlist?: boolean
    /** The proxy decrypts what goes where a masked credential is put in. */
    readonly tlsTerminate?: boolean
    /** The person's own proxies on loopback, in place of ours. */
    readonly httpProxyPort?: number
    readonly socksProxyPort?: number
  }
}

/** How a credential is masked, and the hosts whose requests it is put into; absent: all that are allowed by name. */
export interface CredentialMask {
  readonly injectHosts?: readonly string[]
  /** Its first group is what is secret; absent: all of it. */
  readonly extract?: string
  readonly onExtractNoMatch?: 'warn' | 'deny' | 'error'
  readonly decode?: 'jwt'
  readonly maskClaims?: readonly string[]
  readonly maskDuplicates?: boolean
}

export interface MaskedFile extends CredentialMask {
  readonly path: string
}

export interface MaskedVariable extends CredentialMask {
  readonly name: string
}

export interface CompactionSettings {
  /** Compact at this share of the effective window. */
  readonly percent?: number
  /** Makes the summary; absent: the model of the conversation. */
  readonly model?: string
  /** Notes kept in the background; on unless false. */
  readonly notes?: boolean
  /** Fold finished stretches of work, summed up in the background. */
  readonly collapse?: boolean
  /** Remind the model that it may leave out what it does not need. */
  readonly snipNudge?: boolean
  /** Ask the provider to leave stale results out; on by itself only with the provider that is known to. */
  readonly contextEditing?: boolean
  /** How long the provider keeps a prefix. */
  readonly cacheMinutes?: number
  /** Results that stay when stale ones are cleared. */
  readonly keepResults?: number
}

export interface SecretSettings {
  /** Secrets in tool results are replaced by markers. Default true. */
  readonly redactResults?: boolean
  readonly extraPatterns?: readonly SecretPattern[]
}

/** A secret of a form that is not built in: a literal, then a run of characters. */
export interface SecretPattern {
  /** Stands in the marker: lower case letters, digits, dashes. */
  readonly name: string
  /** How the secret begins. Either this or `after`. */
  readonly prefix?: string
  /** What stands before the secret and stays readable. */
  readonly after?: string
  readonly chars?: 'hex' | 'alphanumeric' | 'base64' | 'base64url'
  /** Fewest and most characters of the run. */
  readonly min?: number
  readonly max?: number
}

export interface ChannelPlugin {
  readonly plugin: string
  readonly marketplace: string
}

/** Names a server, by one of these. */
export interface ServerMatch {
  readonly serverName?: string
  /** Program and arguments, whole. */
  readonly serverCommand?: readonly string[]
  /** With `*` for anything. */
  readonly serverUrl?: string
}

export type SettingsSource = 'user' | 'project' | 'local' | 'flag' | 'managed'

/** One settings file as found. */
export interface SettingsLayer {
  readonly source: SettingsSource
  readonly path: string
  readonly settings: Settings
  /** What a folder asks for that counts only when the person says so. */
  readonly proposed?: Pick<Settings, 'enabledPlugins' | 'extraKnownMarketplaces'>
  /** Directory that `/path` rules of this file are relative to. */
  readonly anchor: string
  /** The 1-based lines of its rules, list by list; absent when there are none or the text is no file. */
  readonly ruleLines?: Readonly<Partial<Record<Behavior, readonly number[]>>>
}
