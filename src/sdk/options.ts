import type { Effort } from '../protocol/model.ts'
import type { PermissionMode } from '../protocol/permission.ts'
import type { CanUseTool, HookCallbackMatcher, OnElicitation } from './callbacks.ts'
import type { McpServerConfig } from './servers.ts'

/** An agent the model can hand work to. */
export interface AgentDefinition {
  /** When to use it; the model reads this. */
  readonly description: string
  /** Its system prompt. */
  readonly prompt: string
  readonly tools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  readonly model?: string
  readonly maxTurns?: number
  readonly skills?: readonly string[]
  readonly permissionMode?: PermissionMode
  readonly effort?: Effort
  readonly background?: boolean
}

/** Your own prompt, or Capstan's (`preset`), with your text behind it. Without it the system prompt is empty. */
export type SystemPrompt =
  | string
  | readonly string[]
  | {
      readonly type: 'preset'
      readonly preset: 'capstan' | 'claude_code'
      readonly append?: string
      /** Working directory, memory and git status go into the first message, so that the prompt is the same for all. */
      readonly excludeDynamicSections?: boolean
      /** False: a resumed session gets a new prompt instead of the recorded one. */
      readonly snapshot?: boolean
    }

/** A program that was started, as far as the library needs it; a `ChildProcess` fits. */
export interface StartedProgram {
  readonly stdin: NodeJS.WritableStream
  readonly stdout: NodeJS.ReadableStream
  readonly stderr?: NodeJS.ReadableStream | null
  kill(signal: NodeJS.Signals): boolean
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
}

export interface StartRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Gets a copy of every line of the session file. */
export interface SessionStore {
  append(file: { readonly path: string }, entries: readonly unknown[]): Promise<void> | void
}

/** Which program runs, and where. */
interface ProgramOptions {
  /** Runs in your own process instead of starting a program. Everything else is the same, but for the sandbox. */
  readonly inProcess?: boolean
  /** The program; absent: `capstan` beside this package, else on your PATH. */
  readonly pathToCapstan?: string
  /** Same as `pathToCapstan`. */
  readonly pathToClaudeCodeExecutable?: string
  /** What runs a path that ends in `.js`, `.mjs` or `.ts`; absent: this Node. */
  readonly executable?: string
  readonly executableArgs?: readonly string[]
  /** Further flags: `{ 'some-flag': 'value', 'a-switch': null }`. */
  readonly extraArgs?: Readonly<Record<string, string | null>>
  readonly cwd?: string
  /** Replaces the environment of your process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Starts the program for you, for example in a container. */
  readonly spawnCapstanProcess?: (request: StartRequest) => StartedProgram
  /** Same as `spawnCapstanProcess`. */
  readonly spawnClaudeCodeProcess?: (request: StartRequest) => StartedProgram
  readonly stderr?: (text: string) => void
  readonly debug?: boolean
  readonly debugFile?: string
  /** Aborting it ends the run. */
  readonly abortController?: AbortController
}

interface ModelOptions {
  readonly model?: string
  readonly fallbackModel?: string
  readonly effort?: Effort
  readonly thinking?:
    | { readonly type: 'adaptive'; readonly display?: 'summarized' | 'omitted' }
    | { readonly type: 'disabled' }
    | {
        readonly type: 'enabled'
        readonly budgetTokens: number
        readonly display?: 'summarized' | 'omitted'
      }
  readonly maxThinkingTokens?: number
  readonly betas?: readonly string[]
  readonly maxTurns?: number
  readonly maxBudgetUsd?: number
  readonly taskBudget?: { readonly total: number }
  /** The answer is JSON that matches the schema: `structured_output` of the result. */
  readonly outputFormat?: { readonly type: 'json_schema'; readonly schema: Readonly<Record<string, unknown>> }
  readonly systemPrompt?: SystemPrompt
}

interface PermissionOptions {
  readonly permissionMode?: PermissionMode
  /** Lets `setPermissionMode('bypassPermissions')` work later. */
  readonly allowDangerouslySkipPermissions?: boolean
  /** Asked whenever a call is neither allowed nor denied by rules. */
  readonly canUseTool?: CanUseTool
  /** The MCP tool that answers permission questions instead. */
  readonly permissionPromptToolName?: string
  readonly allowedTools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  /** The built-in tools to offer; `[]` for none. */
  readonly tools?: readonly string[] | { readonly type: 'preset'; readonly preset: 'capstan' | 'claude_code' }
  readonly toolAliases?: Readonly<Record<string, string>>
  readonly additionalDirectories?: readonly string[]
  readonly sandbox?: Readonly<Record<string, unknown>>
}

interface ExtensionOptions {
  readonly agents?: Readonly<Record<string, AgentDefinition>>
  /** The agent that runs the conversation. */
  readonly agent?: string
  /** By event, such as `PreToolUse`. */
  readonly hooks?: Readonly<Record<string, readonly HookCallbackMatcher[]>>
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>>
  /** No other MCP servers count. */
  readonly strictMcpConfig?: boolean
  readonly onElicitation?: OnElicitation
  readonly plugins?: readonly {
    readonly type?: 'local'
    readonly path: string
    readonly skipMcpDiscovery?: boolean
  }[]
  /** Skills the model may use: all, or these. */
  readonly skills?: 'all' | readonly string[]
  /** Settings as an object, or the path of a file. */
  readonly settings?: string | Readonly<Record<string, unknown>>
  /** Restrictions above all settings. */
  readonly managedSettings?: Readonly<Record<string, unknown>>
  /** Which settings files count; absent: all. */
  readonly settingSources?: readonly ('user' | 'project' | 'local')[]
  readonly projectConfigRoot?: string
  readonly planModeInstructions?: string
}

interface SessionOptions {
  /** Id or name of the session to continue. */
  readonly resume?: string
  /** Continue behind this message. */
  readonly resumeSessionAt?: string
  readonly resumeDropsTurn?: string
  /** Continue the most recent session of the directory. */
  readonly continue?: boolean
  /** Continue in a copy with a new id. */
  readonly forkSession?: boolean
  readonly sessionId?: string
  /** False: nothing is saved. */
  readonly persistSession?: boolean
  readonly sessionStore?: SessionStore
  readonly title?: string
  /** False: no copies of files are kept, and nothing can be rewound. */
  readonly enableFileCheckpointing?: boolean
}

interface StreamOptions {
  /** Also yield `stream_event` messages with the pieces of a reply. */
  readonly includePartialMessages?: boolean
  readonly includeHookEvents?: boolean
  readonly forwardSubagentText?: boolean
  readonly promptSuggestions?: boolean
  readonly agentProgressSummaries?: boolean
  /** What the previews in questions of the model are written in, for whoever draws them; without it they are text. */
  readonly toolConfig?: { readonly askUserQuestion?: { readonly previewFormat?: 'html' | 'markdown' } }
}

/** Everything a run can be given. Names and meanings are those of the public agent SDK of this CLI family. */
export interface Options
  extends ProgramOptions,
    ModelOptions,
    PermissionOptions,
    ExtensionOptions,
    SessionOptions,
    StreamOptions {}
