import type { AgentInfo } from './agents/agents.ts'
import type { AssistantUse } from './agents/assistant-use.ts'
import type { Goal } from './agents/goal.ts'
import type { PeerInfo } from './agents/peers.ts'
import type { ScheduleInfo } from './agents/schedules.ts'
import type { VisitedWorktree } from './agents/worktree-visit.ts'
import type { BudgetUse } from './budgets.ts'
import type { CacheReport } from './cache.ts'
import type { CodeReport } from './code/code-report.ts'
import type { CommandInfo } from './command-info.ts'
import type { ContextUsage, Effect } from './context.ts'
import type { EditorReport, EditorState } from './editor/linked-editor.ts'
import type { AgentDefinition } from './extensions/agent-definition.ts'
import type { ConfiguredHook } from './extensions/configured-hook.ts'
import type { ExtensionsReport } from './extensions/report.ts'
import type { ExtensionProblem, LoadedPlugin } from './extensions/roots.ts'
import type { ServerInfo } from './extensions/server.ts'
import type { SkillInfo } from './extensions/skill-info.ts'
import type { ContributionSource } from './extensions/source.ts'
import type { LoadedInstruction } from './instruction.ts'
import type { MemoryIndexState } from './memory.ts'
import type { Message } from './message.ts'
import type { Effort } from './model.ts'
import type { PermissionMode, Rule } from './permission.ts'
import type { SessionTree } from './session/session-tree.ts'
import type { TurnChanges } from './session/turn-changes.ts'
import type { Settings, SettingsSource } from './settings.ts'
import type { TaskInfo } from './tool.ts'
import type { BrowserPicture, BrowserState } from './tools/browser.ts'
import type { CostState } from './usage.ts'

/** Questions a front end may ask at any time, also during a turn. Nothing here changes anything. */
export interface Queries {
  readonly state: {
    readonly sessionId: string
    readonly model: string
    readonly mode: PermissionMode
    /** In plan mode: the one to go back to. */
    readonly modeBefore?: PermissionMode
    readonly cwd: string
    readonly running: boolean
    readonly tools: readonly string[]
    readonly credential: string
    /** Absent: the default of the model. */
    readonly effort?: Effort
    readonly thinking: boolean
    /** The model that is asked for advice; absent: none. */
    readonly advisor?: string
    /** True: requests ask for faster answers. */
    readonly fast?: boolean
    /** True: the conversation only hands work to agents. */
    readonly coordinator?: boolean
    /** Output tokens each turn should use up. */
    readonly tokenBudget?: number
    readonly title?: string
    /** The person's editor; absent: none is connected. */
    readonly editor?: EditorState
    /** The profile whose settings and keys count; absent: none. */
    readonly profile?: string
    /** The agent that the conversation runs as. */
    readonly agent?: string
    readonly worktree?: VisitedWorktree
    /** What the agent wants to begin with; absent once something was said. */
    readonly initialPrompt?: string
    readonly transcriptPath: string | undefined
  }
  /** Uuids of messages that wait for a turn. */
  readonly queue: readonly string[]
  /** From the last compaction on. */
  readonly history: readonly Message[]
  readonly cost: CostState
  /** Limits that end turns. */
  readonly budgets: readonly BudgetUse[]
  /** All branches, as the session file has them. */
  readonly tree: SessionTree
  /** Background work, oldest first. */
  readonly tasks: readonly TaskInfo[]
  /** How much of it waits to be told to the model. */
  readonly pendingNotes: number
  /** What of it no turn has recorded: the work it is about, or how it begins, with no id then. */
  readonly untoldNotes: readonly { readonly id: string; readonly label: string }[]
  /** Hooks that run in the background and may still wake the model. */
  readonly wakingHooks: readonly { readonly id: string; readonly label: string }[]
  readonly context: ContextUsage
  readonly cache: CacheReport
  /** Instruction and memory files the model was given, in the order it got them. */
  readonly instructions: readonly LoadedInstruction[]
  readonly memoryIndex: MemoryIndexState
  /** What was done in the session, oldest first. */
  readonly effects: readonly Effect[]
  /** The to-do list of the conversation. */
  readonly todos: readonly { readonly content: string; readonly status: string }[]
  /** Rules that count now, with where they stand, and the directories the conversation may work in. */
  readonly permissions: {
    readonly mode: PermissionMode
    /** Modes that can be switched to now. */
    readonly modes: readonly PermissionMode[]
    readonly rules: readonly Rule[]
    readonly directories: readonly string[]
    readonly sandbox: 'on' | 'off' | 'unavailable'
  }
  /** What each turn changed in files, newest last: for a diff of one turn and taking single edits back. */
  readonly changes: readonly TurnChanges[]
  /** What can be typed after a slash. */
  readonly commands: readonly CommandInfo[]
  /** MCP servers, also those that are not in use. */
  readonly servers: readonly ServerInfo[]
  readonly skills: readonly SkillInfo[]
  /** The person's editors: the one that is connected, and those that could be. */
  readonly editor: EditorReport
  /** The browser that the model may drive, and its tabs. */
  readonly browser: BrowserState
  /** What it shows now; null: nothing. */
  readonly browserPicture: BrowserPicture | null
  /** Language servers and what they say. */
  readonly code: CodeReport
  /** Others the model can hand work to. */
  readonly agents: readonly (AgentDefinition & { readonly source: ContributionSource })[]
  /** Agents that were started in this session, oldest first, with what each did and cost. */
  readonly runningAgents: readonly AgentInfo[]
  /** Other sessions of the person that can be reached, as the list names them. */
  readonly peers: readonly PeerInfo[]
  /** Names of members of the team that this session leads who have something to do. */
  readonly teamAtWork: readonly string[]
  /** What fires by itself in this session, the next one first. */
  readonly schedules: readonly ScheduleInfo[]
  readonly goal: Goal | null
  /** What assistant mode may do by itself in a day, and did today; null: it is off. */
  readonly assistant: AssistantUse | null
  readonly plugins: readonly LoadedPlugin[]
  /** Hooks of files and of other sources, each with whether it counts. */
  readonly hooks: readonly ConfiguredHook[]
  /** What counts, and what each place says, the lowest first. */
  readonly settings: {
    readonly effective: Settings
    readonly sources: readonly {
      readonly source: SettingsSource
      readonly file?: string
      readonly settings: Readonly<Record<string, unknown>>
    }[]
  }
  /** What sources brought that cannot be used. */
  readonly extensionProblems: readonly ExtensionProblem[]
  /** Ways of answering: the one in use, and those that can be chosen. */
  readonly styles: {
    readonly current: string
    readonly available: readonly { readonly name: string; readonly description: string }[]
  }
  /** Everything that others than ourselves brought, what is wrong with it and what waits. */
  readonly extensions: ExtensionsReport
  readonly models: readonly {
    readonly value: string
    readonly displayName: string
    readonly description: string
    readonly supportsEffort?: boolean
    readonly supportedEffortLevels?: readonly Effort[]
  }[]
}
export type Query = keyof Queries

/** Questions about one thing. Something may have to be fetched, or asked of others, for the answer; OpError says why there is none. */
export interface Lookups {
  /** A file as the model could read it; nobody is asked about it. */
  readonly file: {
    readonly about: { readonly path: string; readonly maxBytes: number }
    readonly found: { readonly path: string; readonly data: Uint8Array; readonly size: number }
  }
  /** What the conversation was before a compaction, by the boundary of that: from the one before it on. */
  readonly earlier: {
    readonly about: { readonly boundary: string }
    readonly found: readonly Message[]
  }
  /** A page that an MCP server has for who shows its tools. */
  readonly resource: {
    readonly about: { readonly server: string; readonly uri: string }
    readonly found: readonly Readonly<Record<string, unknown>>[]
  }
  /**
   * Calls a tool of an MCP server without the model. By the `program` that drives the session, which only deny rules
   * hold back; for others it passes a call on for (`checked`), which is decided like the model's; or as the
   * `permission_prompt` that whoever started the run named.
   */
  readonly server_call: {
    readonly about: {
      readonly tool: string
      readonly input: Readonly<Record<string, unknown>>
      readonly by: 'program' | 'checked' | 'permission_prompt'
    }
    readonly found: { readonly content: readonly unknown[]; readonly isError: boolean }
  }
  /** A short name for what is described, by the small model. */
  readonly title: {
    readonly about: { readonly description: string }
    readonly found: string
  }
}
export type Lookup = keyof Lookups
