import type { AgentOrigin } from './agents/agent-origin.ts'
import type { TeamMembership } from './agents/team-work.ts'
import type { ThreadLimits } from './agents/thread-limits.ts'
import type { ThreadLocation } from './agents/thread-location.ts'
import type { Event } from './event.ts'
import type { HookSettings } from './hook.ts'
import type { Message } from './message.ts'
import type { Effort, SystemPart, Thinking } from './model.ts'
import type { PermissionMode, Rule } from './permission.ts'
import type { ToolSpec } from './tool.ts'
import type { Terminal } from './transition.ts'
import type { Usage } from './usage.ts'

/** The frozen beginning of a request: whoever goes on from it sends the same bytes. */
export interface Prefix {
  readonly system: readonly SystemPart[]
  readonly tools: readonly ToolSpec[]
  /** Definitions the provider loads on reference. */
  readonly deferredTools?: readonly ToolSpec[]
  readonly messages: readonly Message[]
  readonly model: string
  readonly thinking?: Thinking
  readonly effort?: Effort
}

/** What another thread of a session is to be. Absent fields are as in the conversation. */
export interface ThreadSpec {
  readonly agent: AgentOrigin
  readonly place?: ThreadLocation
  /** Address of the machine its commands and files are on; absent: where those of the conversation are. */
  readonly where?: string
  /** Names of the tools it may call, as the definitions of agents write them (`mcp__server`, `*`). */
  readonly tools?: readonly string[]
  /** The same for those it may not. */
  readonly disallowedTools?: readonly string[]
  /** Of those that are deferred elsewhere, the ones it is sent from the start. */
  readonly sentWhole?: readonly string[]
  readonly model?: string
  readonly mode?: PermissionMode
  /** Of its own, beside those of the session: they live as long as it does. */
  readonly hooks?: HookSettings
  /** No hook hears of it. */
  readonly unhooked?: boolean
  readonly effort?: Effort
  /** Count for its turn beside those of the session. */
  readonly rules?: readonly Rule[]
  /** Goes on from the beginning of another thread instead of one of its own. */
  readonly prefix?: Prefix
  readonly limits?: ThreadLimits
  /** In the place of our own words; what is said about the session stays. */
  readonly prompt?: string
  /** Told again with each of its requests. */
  readonly reminder?: string
  /** It is told nothing of instruction files or the state of the repository. */
  readonly bare?: boolean
  /** It is told of the directory that all threads of the session share. */
  readonly scratchpad?: boolean
  /** A JSON schema: it must give its answer in this form. */
  readonly schema?: Readonly<Record<string, unknown>>
  /** Real path of a memory of its own; absent: it remembers nothing. */
  readonly memoryDirectory?: string
  /** MCP servers of its own, as written; names stand for those of the session. */
  readonly servers?: readonly (string | Readonly<Record<string, unknown>>)[]
  /** Works on the list of this team, in this name. */
  readonly member?: TeamMembership
  /** How many agents stand between it and the conversation, itself included. */
  readonly depth?: number
  /** Its chain is on disk already, and it goes on from there. */
  readonly goesOn?: boolean
  /** Written to its file, for whoever lets it go on. */
  readonly facts?: Readonly<Record<string, unknown>>
}

export interface ThreadEnd {
  readonly terminal: Terminal
  /** The last text the model gave, or the message of the error that ended it. */
  readonly text: string
  readonly usage: Usage
  readonly requests: number
  /** The answer in the form that was asked for. */
  readonly output?: unknown
}

/** One running chain of a session besides the conversation. */
export interface Thread extends AsyncDisposable {
  /** Its own chain, on disk; undefined: nothing of the session is kept. */
  readonly path: string | undefined
  /** It works on another machine, where somebody watches over it: silence means nothing here. */
  readonly elsewhere?: true
  /** Said to it, and not heard yet. */
  readonly waiting: number
  /** One turn, on what waits and what is said; every event carries the agent. Never throws for what a model or tool does. */
  run(said: string | undefined, signal: AbortSignal): AsyncGenerator<Event, ThreadEnd>
  /** As its next request would begin. */
  prefix(): Prefix
  /** Joins the running turn at its next pause, or waits for the next turn. */
  say(text: string, onRecorded?: () => void): void
}

export type OpenThread = (spec: ThreadSpec) => Promise<Thread>
