import type { TeammateMode } from '../../protocol/agents/teammate.ts'
import type { Effort } from '../../protocol/model.ts'
import type { PermissionMode } from '../../protocol/permission.ts'

export const OUTPUT_FORMATS = ['text', 'json', 'stream-json'] as const
export const INPUT_FORMATS = ['text', 'stream-json'] as const
export const SETTING_SOURCES = ['user', 'project', 'local'] as const

/** What a command line asks for. An optional field is absent when its flag was not given. */
export interface RunOptions {
  readonly prompt?: string
  /** Headless. Also set by `--input-format stream-json`, which hosts pass without `-p`. */
  readonly print: boolean
  readonly outputFormat: (typeof OUTPUT_FORMATS)[number]
  readonly inputFormat: (typeof INPUT_FORMATS)[number]
  readonly includePartialMessages: boolean
  readonly includeHookEvents: boolean
  readonly replayUserMessages: boolean
  readonly forwardSubagentText: boolean
  readonly promptSuggestions: boolean
  /** The host says first what it wants; nothing is opened before. */
  readonly awaitInitialize: boolean
  /** Every line of the session file also goes to the host. */
  readonly sessionMirror: boolean
  /** Text line by line, as a screen reader reads it. */
  readonly axScreenReader: boolean
  /** JSON text, not yet looked at. */
  readonly jsonSchema?: string
  readonly model?: string
  /** In the order to try. */
  readonly fallbackModel?: readonly string[]
  readonly advisor?: string
  readonly browser?: boolean
  readonly computer?: boolean
  readonly remote?: string
  readonly chrome?: boolean
  readonly effort?: Effort
  readonly thinking?: 'adaptive' | 'disabled'
  readonly thinkingDisplay?: 'summarized' | 'omitted'
  /** Zero turns thinking off. */
  readonly maxThinkingTokens?: number
  readonly betas: readonly string[]
  readonly maxTurns?: number
  readonly maxBudgetUsd?: number
  /** At a usage limit it waits until that resets, and goes on. */
  readonly waitForLimit: boolean
  /** Output tokens each turn should use up, and not more. */
  readonly tokenBudget?: number
  /** Tokens the model is told it has for the task. */
  readonly taskBudget?: number
  /** `bypassPermissions` when `dangerouslySkipPermissions` is set. */
  readonly permissionMode?: PermissionMode
  readonly dangerouslySkipPermissions: boolean
  /** A host may switch to `bypassPermissions` later; grants nothing by itself. */
  readonly allowDangerouslySkipPermissions: boolean
  readonly allowedTools: readonly string[]
  readonly disallowedTools: readonly string[]
  /** Absent: the default set. Empty: no tools. */
  readonly tools?: readonly string[]
  /** `stdio`: the host; else the name of an MCP tool. */
  readonly permissionPromptTool?: string
  /** `none`: nobody is asked, although somebody could be. */
  readonly permissionPrompts?: 'host' | 'none'
  readonly addDir: readonly string[]
  /** Directories or archives of plugins, for this session; of the second kind without their servers. */
  readonly pluginDir: readonly string[]
  readonly pluginDirNoMcp: readonly string[]
  readonly pluginUrl: readonly string[]
  /** Files of the API, `<id>:<path>`. */
  readonly file: readonly string[]
  readonly trust: boolean
  readonly init: boolean
  /** Only that: no prompt is sent. */
  readonly initOnly: boolean
  readonly maintenance: boolean
  /** Only what was asked for: a few tools, a few lines of prompt, nothing that is found by looking around. */
  readonly bare: boolean
  readonly assistant: boolean
  /** Connect to the editor that has the folder open. */
  readonly ide?: boolean
  /** JSON text. */
  readonly agents?: string
  /** The agent that runs the conversation. */
  readonly agent?: string
  readonly appendSubagentSystemPrompt?: string
  readonly disableSlashCommands: boolean
  readonly systemPrompt?: string
  readonly systemPromptFile?: string
  readonly appendSystemPrompt?: string
  readonly appendSystemPromptFile?: string
  /** Whose settings and credentials count. */
  readonly profile?: string
  /** A path, or JSON text. */
  readonly settings?: string
  /** JSON text. */
  readonly managedSettings?: string
  readonly projectConfigRoot?: string
  readonly safeMode: boolean
  readonly restricted: boolean
  /** Only messages that the model sends on purpose are shown. */
  readonly brief: boolean
  readonly systemPromptSnapshot?: 'on' | 'off'
  readonly excludeDynamicSystemPromptSections: boolean
  /** Read as `auto` or tokens when the options are checked. */
  readonly autocompact?: string
  /** Absent: all. Empty: none. */
  readonly settingSources?: readonly (typeof SETTING_SOURCES)[number][]
  /** Files with MCP servers, or JSON text. */
  readonly mcpConfig?: readonly string[]
  /** MCP servers that may push messages into the session; both flags say the same. */
  readonly channels?: readonly string[]
  readonly dangerouslyLoadDevelopmentChannels?: readonly string[]
  /** No other MCP servers count. */
  readonly strictMcpConfig?: boolean
  /** Where members of a team work. */
  readonly teammateMode?: TeammateMode
  readonly continue: boolean
  /** An id or a name; `true` when none was given. */
  readonly resume?: string | true
  /** A name, `#123` or the address of a pull request; `true` when none was given. */
  readonly worktree?: string | true
  /** Others may follow the conversation; a text names the session. */
  readonly remoteControl?: string | true
  readonly rc?: string | true
  /** Of the name such a session has when it was given none. */
  readonly remoteControlSessionNamePrefix?: string
  /** The session runs on without a terminal; a text is its first prompt. */
  readonly background?: string | true
  readonly bg?: string | true
  /** A shell command that runs on without a terminal, in the place of a session. */
  readonly exec?: string
  /** `auto`: in the terminal's own way of showing tmux, where it has one. */
  readonly tmux?: 'classic' | 'auto'
  /** A number, or the address of a pull request; `true`: any. */
  readonly fromPr?: string | true
  readonly forkSession: boolean
  /** A session that is open elsewhere is closed there. */
  readonly takeOver: boolean
  readonly sessionId?: string
  readonly resumeSessionAt?: string
  /** With `resumeSessionAt`: the prompt of the only turn that may be dropped. */
  readonly resumeDropsTurn?: string
  /** Id of the message before whose turn the files should be again. */
  readonly rewindFiles?: string
  /** With `rewindFiles`: only list what would be done. */
  readonly dryRun?: boolean
  /** With `rewindFiles`: also what somebody else has changed. */
  readonly rewindForce?: boolean
  readonly noSessionPersistence: boolean
  readonly name?: string
  readonly record?: string
  readonly replay?: string
  /** Categories; empty means all of them, absent means no debug log. */
  readonly debug?: readonly string[]
  readonly debugFile?: string
  readonly noChrome?: boolean
  readonly enableAutoMode?: boolean
  readonly verbose: boolean
}

/** Options while they are being collected. */
export type OptionsDraft = { -readonly [K in keyof RunOptions]: RunOptions[K] }

export const emptyOptions = (): OptionsDraft => ({
  print: false,
  outputFormat: 'text',
  inputFormat: 'text',
  includePartialMessages: false,
  includeHookEvents: false,
  replayUserMessages: false,
  forwardSubagentText: false,
  promptSuggestions: false,
  awaitInitialize: false,
  sessionMirror: false,
  axScreenReader: false,
  waitForLimit: false,
  safeMode: false,
  restricted: false,
  brief: false,
  excludeDynamicSystemPromptSections: false,
  betas: [],
  dangerouslySkipPermissions: false,
  allowDangerouslySkipPermissions: false,
  allowedTools: [],
  disallowedTools: [],
  addDir: [],
  pluginDir: [],
  pluginDirNoMcp: [],
  pluginUrl: [],
  file: [],
  trust: false,
  init: false,
  initOnly: false,
  maintenance: false,
  bare: false,
  assistant: false,
  disableSlashCommands: false,
  continue: false,
  forkSession: false,
  takeOver: false,
  noSessionPersistence: false,
  verbose: false,
})
