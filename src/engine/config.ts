import type { ProxySettings } from '../lib/network/proxy.ts'
import type { HookSettings } from '../protocol/hook.ts'
import type { Effort, Model, ModelFacts, Thinking } from '../protocol/model.ts'
import type { PermissionMode, Rule } from '../protocol/permission.ts'
import type { ShellSettings, Tool, ToolSpec } from '../protocol/tool.ts'
import type { SearchEndpoint } from '../protocol/web.ts'
import type { SessionHandle } from './wire/sessions.ts'

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
  }
  readonly hooks: HookSettings
  readonly prompt: { readonly custom?: readonly string[]; readonly append?: string }
  readonly limits: Limits
  readonly autoCompact: boolean
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
  readonly means: Means
}

/** How the tools for the web reach it. */
export interface WebChoice {
  readonly userAgent: string
  readonly proxy?: ProxySettings
  readonly searchEndpoint?: SearchEndpoint
  /** The provider searches by itself when a request asks for it. */
  readonly providerSearches?: boolean
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
  /** Private, for copies of files before they change: `<config home>/file-history/<session>`; absent: none are kept. */
  readonly historyDir?: string
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
  readonly betas?: readonly string[]
  /** False: no prompt-cache marks. */
  readonly cache: boolean
}

export interface Toolbox {
  /** All of the session, by name; deferred ones are sent when they are loaded. */
  readonly specs: readonly ToolSpec[]
  /** Loads the implementation with the first call. */
  load(name: string): Promise<Tool | undefined>
  /** The tool the answer must be given through; one of `specs`. */
  readonly structured?: Tool
}

export interface Limits {
  readonly maxTurns?: number
  readonly maxBudgetUsd?: number
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
  cwd: string
  rules: readonly Rule[]
  roots: readonly string[]
}

export const NO_AUTO_MODE = 'Permission mode auto needs a reviewer, which is not available yet.'
