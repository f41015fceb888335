import type {
  InstructionOptions,
  InstructionPlace,
} from '../features/memory/instructions/instruction-place.ts'
import type { PromptChoice } from '../features/prompt/build.ts'
import type { OutputStyle } from '../features/prompt/output-styles.ts'
import type { Section } from '../features/prompt/sections.ts'
import type { ProxySettings } from '../lib/network/proxy.ts'
import type { AttachmentSource } from '../protocol/attachment.ts'
import type { Budgets } from '../protocol/budgets.ts'
import type { HookSettings } from '../protocol/hook.ts'
import type { Effort, Model, ModelFacts, Thinking } from '../protocol/model.ts'
import type { PermissionMode, Rule } from '../protocol/permission.ts'
import type { SandboxSettings, SecretSettings, Settings } from '../protocol/settings.ts'
import type { ShellSettings, Tool, ToolSpec } from '../protocol/tool.ts'
import type { SearchEndpoint } from '../protocol/web.ts'
import type { ReadGit } from './prompt/git-snapshot.ts'
import type { SessionHandle } from './session-file/session-handle.ts'
import type { SettingsPort } from './settings/settings-port.ts'

/** Everything a conversation is made of, as values. Composition roots build it; nothing below reads the environment. */
export interface EngineConfig {
  readonly place: Place
  readonly session: SessionHandle
  readonly models: ModelChoice
  readonly tools: Toolbox
  readonly permissions: {
    readonly mode: PermissionMode
    readonly rules: readonly Rule[]
    /** Someone answers questions; without, a question is a refusal. */
    readonly canAsk: boolean
    /** Why bypass mode may not be used here. */
    readonly bypassRefused?: string
    /** Why auto mode may not be used here. */
    readonly autoRefused?: string
  }
  readonly hooks: HookSettings
  readonly prompt: PromptSettings
  readonly limits: Limits
  readonly autoCompact: boolean
  readonly context?: ContextChoice
  readonly memory?: MemoryChoice
  /** Absent: no instruction files are looked for. */
  readonly instructions?: InstructionChoice
  /** Raw stream events are wanted by the front end. */
  readonly partials: boolean
  /** When a message comes during a turn: as a turn of its own, or into the running one. */
  readonly queued: 'next-turn' | 'attach'
  /** Name of the credential in use, never its value. */
  readonly credential: string
  /** Tokens of text that one read may show. */
  readonly readTokens?: number
  /** What the person chose for commands. */
  readonly shell?: ShellSettings
  /** News from background work starts a turn of its own when none runs. */
  readonly wake?: boolean
  readonly web?: WebChoice
  /** Commands run in a sandbox; absent: they do not. */
  readonly sandbox?: SandboxChoice
  /** Decides in auto mode; absent: there is no such mode. */
  readonly review?: ReviewChoice
  /** Where plans are kept; absent: among the passing output. */
  readonly plans?: PlansChoice
  /** The files behind permissions, hooks and variables; absent: answers last as long as the session. */
  readonly settings?: SettingsPort
  /** What may be said beside the conversation by itself; absent: whatever a front end asks for. */
  readonly asides?: { readonly suggestions: boolean }
  /** What is new in this version, as Markdown; absent: nobody knows. */
  releaseNotes?(): Promise<string>
  /** A request that does not begin as the one before for a reason nobody gave fails: for tests. */
  readonly cacheLint?: boolean
  /** What the person chose about secrets in results. */
  readonly secrets?: SecretSettings
  readonly means: Means
}

/** What the model is told before and beside the conversation. */
export interface PromptSettings extends PromptChoice {
  /** Absent: English. */
  readonly promptLanguage?: 'en' | 'zh'
  /** Language of the answers. */
  readonly language?: string
  readonly style?: OutputStyle
  /** Absent: nothing is said about the state of the repository. */
  readonly git?: ReadGit
  /** Further sections, e.g. of servers; behind our own. */
  readonly sections?: readonly Section[]
  /** Further text behind the instruction files, read anew when a conversation begins. */
  instructions?(): Promise<string> | string
  /** Further sources of news for the model. */
  readonly attachments?: readonly AttachmentSource[]
}

/** Which instruction files count, beyond what the place and the working directories say. */
export interface InstructionChoice
  extends InstructionOptions,
    Pick<InstructionPlace, 'configHome' | 'projectRoot' | 'extraDirs' | 'managed' | 'uid'> {}

/** How the tools for the web reach it. */
export interface WebChoice {
  readonly userAgent: string
  readonly proxy?: ProxySettings
  readonly searchEndpoint?: SearchEndpoint
  /** The provider searches by itself when a request asks for it. */
  readonly providerSearches?: boolean
}

/** What the reviewer of auto mode goes by. */
export interface ReviewChoice {
  readonly rules?: Settings['autoMode']
  /** For each of its questions to the model. */
  readonly timeoutMs?: number
}

export interface PlansChoice {
  /** The program's own directory for plans. */
  readonly own: string
  /** As settings name it. */
  readonly wanted?: string
}

/** The sandbox the person asked for, and what it needs of this process. */
export interface SandboxChoice {
  readonly settings: SandboxSettings
  /** Runs the bridge to the proxy, up to its arguments, and the files it consists of. */
  readonly bridge: { readonly command: readonly [string, ...string[]]; readonly files: readonly string[] }
  /** Settings and credentials of this program. */
  readonly configHomes: readonly string[]
  readonly tmpDir: string
  readonly proxy?: ProxySettings
}

export interface Place {
  readonly cwd: string
  readonly home: string
  /** Real paths of the working directories, the start directory first. */
  readonly roots: readonly string[]
  readonly platform: string
  readonly osVersion: string
  readonly shell: string
  readonly caseSensitive: boolean
  readonly isGitRepo: boolean
  /** For child processes; credentials are removed on the way. */
  readonly env: Readonly<Record<string, string>>
  /** Further variables children must not see. */
  readonly secretNames: readonly string[]
  /** Private directory for output that does not fit in memory; created when needed. */
  readonly outputDir: string
  /** Directory of the session's task list, created when needed; absent: there is none. */
  readonly taskListDir?: string
  /** Real path of the directory of memories across sessions; absent: nothing is remembered. It need not exist. */
  readonly memoryDirectory?: string
  /** Real path of the memories a team shares; only with `memoryDirectory`. The program itself never writes there. */
  readonly teamMemoryDirectory?: string
  /** Private, for copies of files before they change: `<config home>/file-history/<session>`; absent: none are kept. */
  readonly historyDir?: string
  /** Private, for what all sessions spent: `<config home>/spending`; absent: it is not added up. */
  readonly spendingDir?: string
}

export interface ModelChoice {
  /** Retries, recording and all. */
  readonly model: Model
  readonly name: string
  readonly fallbacks: readonly string[]
  /** For questions the person did not ask. */
  readonly small: string
  /** Rows that settings added. */
  readonly rows: readonly ModelFacts[]
  /** Alias → id. */
  resolve(name: string): string
  readonly thinking?: Thinking
  readonly effort?: Effort
  /** Given for this run: what was chosen earlier in the session does not count. */
  readonly byHand?: readonly ('effort' | 'thinking')[]
  readonly betas?: readonly string[]
  /** False: no prompt-cache marks. */
  readonly cache: boolean
}

/** How the history is kept inside the window. */
export interface ContextChoice {
  /** As if the window were so large. */
  readonly window?: number
  /** Compact at this share of the effective window, in percent. */
  readonly percent?: number
  /** Keep notes of the session in the background. */
  readonly notes?: boolean
  /** A file with other headings for them. */
  readonly notesTemplate?: string
  /** Fold finished stretches of work, summed up in the background. */
  readonly collapse?: boolean
  /** Remind the model that it may leave out what it does not need. */
  readonly snipNudge?: boolean
  /** The provider leaves stale results out by itself when asked to. */
  readonly contextEditing?: boolean
  /** How long the provider keeps a prefix. */
  readonly cacheMinutes?: number
  /** Results that stay when stale ones are cleared. */
  readonly keepResults?: number
}

/** What is done for the memory beside turns. */
export interface MemoryChoice {
  /** Models are asked: what to note, what to look up. Without, only the conversation writes and words decide. */
  readonly background?: boolean
  /** How long it must be quiet after a turn before anything begins. */
  readonly pauseMs?: number
}

export interface Toolbox {
  /** All of the session, by name; deferred ones are sent when they are loaded. */
  readonly specs: readonly ToolSpec[]
  /** What this program could offer, also what was not chosen: an earlier run may have sent it. */
  readonly known?: readonly ToolSpec[]
  /** Loads the implementation with the first call. */
  load(name: string): Promise<Tool | undefined>
  /** The tool the answer must be given through; one of `specs`. */
  readonly structured?: Tool
}

export interface Limits {
  readonly maxTurns?: number
  readonly maxBudgetUsd?: number
  /** From settings; beside the one for this run. */
  readonly budgets?: Budgets
  /** Of these, what nobody at the keyboard can raise. */
  readonly fixedBudgets?: Budgets
  /** A configured cap on output: there is no escalation then. */
  readonly maxOutputTokens?: number
  /** Tokens the turn should use up. */
  readonly tokenBudget?: number
  readonly maxParallelTools: number
}

/** The non-deterministic things. */
export interface Means {
  now(): Date
  newId(): string
  /** Monotonic milliseconds. */
  elapsed(): number
  log?(line: string): void
}

/** What a turn reads and its calls may change. */
export interface Live {
  mode: PermissionMode
  model: string
  /** Undefined: the default of the model. */
  effort?: Effort | undefined
  thinking?: Thinking | undefined
  /** What the conversation is called. */
  title?: string | undefined
  /** Room is made by itself when the window fills. */
  autoCompact?: boolean
  cwd: string
  rules: readonly Rule[]
  roots: readonly string[]
  /** In the place of what the session began with, once settings have changed. */
  hooks?: HookSettings
  env?: Readonly<Record<string, string>>
  bypassRefused?: string | undefined
  autoRefused?: string | undefined
}
