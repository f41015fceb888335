import type { ContributionSource } from './extensions/source.ts'
import type { LocalizedText, Text } from './messages/localized-text.ts'
import type { PermissionMode, PermissionUpdate } from './permission.ts'

/** The part of a settings file that names hooks; events and kinds nobody knows are kept and reported. */
export type HookSettings = Readonly<Record<string, readonly HookMatcher[]>>
export interface HookMatcher {
  readonly matcher?: string
  readonly hooks: readonly HookHandler[]
}
export interface HookHandler {
  /** `command`, `http`, `mcp_tool`, `prompt`, `agent`; at run time also `callback` and `function`. */
  readonly type: string
  /** Seconds. */
  readonly timeout?: number
  readonly statusMessage?: string
  /** A permission rule: runs only for calls it matches. */
  readonly if?: string
  /** When it cannot run or gives no usable answer, what it was asked about is blocked. */
  readonly failClosed?: boolean
  readonly command?: string
  readonly args?: readonly string[]
  readonly shell?: string
  readonly async?: boolean
  readonly asyncRewake?: boolean
  /** Of a skill: goes away once it has run. */
  readonly once?: boolean
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly allowedEnvVars?: readonly string[]
  readonly server?: string
  readonly tool?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly prompt?: string
  readonly model?: string
  readonly continueOnBlock?: boolean
  /** Of a program that drives this one: what it calls the function that answers. */
  readonly callbackId?: string
  /** Registered while the session runs. Answers what a command would print as JSON. */
  readonly run?: HookFunction
}

export type HookFunction = (input: HookInput, signal: AbortSignal) => Promise<unknown> | unknown

/** Who brought hooks. */
export type HookSource =
  | ContributionSource
  /** Settings files, all of them together. */
  | { readonly level: 'settings' }
  /** Live only as long as the skill or agent. */
  | { readonly level: 'skill' | 'agent'; readonly name: string }
  /** The program that drives this one. */
  | { readonly level: 'host' }

/** Hooks of one source. */
export interface HookSet {
  readonly source: HookSource
  readonly hooks: HookSettings
  /** What `${NAME}` stands for in them, and what they find in their environment. */
  readonly variables?: Readonly<Record<string, string>>
}

export interface HookInput {
  readonly session_id: string
  readonly transcript_path: string
  readonly cwd: string
  readonly permission_mode: PermissionMode
  readonly hook_event_name: string
  readonly [key: string]: unknown
}

/** What all matching hooks of one event said together. */
export interface HookVerdict {
  /** deny > defer > ask > allow. */
  readonly permission?: 'allow' | 'ask' | 'deny' | 'defer'
  readonly reason?: Text
  readonly updatedInput?: unknown
  /** Beside the result, for the model. */
  readonly context: readonly string[]
  /** `continue: false`: the turn stops and this is shown. */
  readonly stop?: Text
  /** For the person. */
  readonly messages: readonly LocalizedText[]
  readonly updatedOutput?: unknown
  /** Only for tools of MCP servers. */
  readonly updatedServerOutput?: unknown
  /** The refused call may be tried again. */
  readonly retry?: boolean
  /** The turn ends with the refusal. */
  readonly interrupt?: boolean
  /** What a yes in the person's place grants beyond the call. */
  readonly updatedPermissions?: readonly PermissionUpdate[]
  /** What the session is to be called. */
  readonly title?: string
  /** Said first, in a session without a screen. */
  readonly initialMessage?: string
  /** Paths to be told about when they change. */
  readonly watchPaths?: readonly string[]
  readonly reloadSkills?: boolean
  /** The prompt itself is left out: only what hooks added is sent. */
  readonly suppressPrompt?: boolean
  /** The answer to a question of an MCP server. */
  readonly elicitation?: {
    readonly action: 'accept' | 'decline' | 'cancel'
    readonly content?: Readonly<Record<string, unknown>>
  }
  /** Where a worktree was made. */
  readonly worktreePath?: string
  /** What the screen shows in the place of the model's words. */
  readonly display?: string
  /** For the terminal itself; only harmless ones. */
  readonly sequences?: readonly string[]
}
