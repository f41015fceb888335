import type { LocalizedText } from '../messages/localized-text.ts'
import type { PermissionMode } from '../permission.ts'
import type { Usage } from '../usage.ts'
import type { Peers } from './peers.ts'
import type { TeamWork } from './team-work.ts'
import type { ThreadLimits } from './thread-limits.ts'

/** Work that is handed to somebody else: by the Agent tool, a workflow, a team. */
export interface AgentRequest {
  /** Name of a definition. Absent: a fork of whoever asks where forks are on, else `general-purpose`. */
  readonly type?: string
  /** Three to five words, for people. */
  readonly description: string
  readonly prompt: string
  readonly model?: string
  readonly background?: boolean
  readonly isolation?: 'worktree'
  /** To be spoken to by (SendMessage). */
  readonly name?: string
  /** Joins this team instead of only doing its work. */
  readonly team?: string
  /** Counts only where it is stricter than that of whoever asks. */
  readonly mode?: PermissionMode
  readonly cwd?: string
  /** Address of the machine its commands and files are on; absent: this one. */
  readonly where?: string
  /** The call that asks; events of the agent carry it. */
  readonly toolUseId: string
  /** On top of those of its definition: the smaller one counts. */
  readonly limits?: ThreadLimits
  /** A JSON schema: the answer must have this form, and comes as `output`. */
  readonly schema?: Readonly<Record<string, unknown>>
}

/** How an agent's work ended, as its tool result and the SDK's `tool_use_result` have it. */
export interface AgentCompleted {
  readonly status: 'completed'
  readonly agentId: string
  readonly agentType: string
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly resolvedModel: string
  readonly totalToolUseCount: number
  readonly totalDurationMs: number
  readonly totalTokens: number
  readonly usage: Usage
  readonly prompt: string
  readonly worktreePath?: string
  readonly worktreeBranch?: string
  /** What there is in it, and how to bring it back. */
  readonly worktreeNote?: string
  /** What was asked for with `schema`. */
  readonly output?: unknown
  /** Absent: it came to its end by itself. */
  readonly stoppedBy?: string
  /** Why it did not, for people: `stoppedBy` is in the language of the prompt. */
  readonly localized?: LocalizedText
  /** It was to work in the background, and there is none for it. */
  readonly waitedFor?: true
}

/** It goes on in the background, from the start or from now on. */
export interface AgentLaunched {
  readonly status: 'async_launched'
  readonly agentId: string
  readonly agentType: string
  readonly description: string
  readonly prompt: string
  readonly outputFile: string
  /** It was running in the foreground until the person or its time put it there. */
  readonly moved?: 'person' | 'time'
}

export interface TeammateSpawned {
  readonly status: 'teammate_spawned'
  readonly agentId: string
  readonly name: string
  readonly team: string
}

export type AgentOutcome = AgentCompleted | AgentLaunched | TeammateSpawned

export type AgentStatus = 'running' | 'idle' | 'completed' | 'failed' | 'stopped'

/** One agent of the session, as people and programs see it. */
export interface AgentInfo {
  readonly id: string
  /** What it is called by; its type where nobody named it. */
  readonly name: string
  readonly type: string
  readonly description: string
  readonly status: AgentStatus
  readonly background: boolean
  /** It belongs to something that runs in the background and waits for it: it can't be moved there by itself. */
  readonly stays?: true
  /** The agent that started it; absent: the conversation did. */
  readonly parent?: string
  readonly toolUseId: string
  readonly model: string
  readonly mode: PermissionMode
  readonly cwd: string
  /** Address of the machine its commands and files are on; absent: this one. */
  readonly where?: string
  readonly color?: string
  readonly team?: string
  readonly worktree?: { readonly path: string; readonly branch: string }
  readonly startedAt: number
  readonly endedAt?: number
  /** Why it failed or was stopped, in a sentence. */
  readonly reason?: string
  /** The same, as data. */
  readonly localized?: LocalizedText
  /** What it does or did last, for people. */
  readonly lastAction?: string
  readonly requests: number
  readonly toolUses: number
  readonly tokens: number
  readonly usd: number
  /** Its own chain, on disk; absent: nothing of the session is kept. */
  readonly transcript?: string
}

export interface AgentProgress {
  readonly text: string
}

/** Somebody else to hand work to; of one thread, which is the parent of what it starts. ToolError for what cannot be. */
export interface Agents {
  /** Runs it to its end, or until it goes on in the background. An abort ends it unless it does already. */
  run(request: AgentRequest, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome>
  /** Joins its running turn at its next pause, or makes it go on from where it stopped. `to`: an id or a name. */
  send(message: { readonly to: string; readonly text: string }): Promise<AgentInfo>
  list(): readonly AgentInfo[]
  /** Why no agent can work at this address; absent: nobody knows of any other machine. */
  whyNotThere?(where: string): LocalizedText | undefined
  /** Absent where there are no teams. */
  readonly team?: TeamWork
  /** Other sessions of the person; absent where they cannot be reached. */
  readonly peers?: Peers
  /** Resolves when it is gone with everything it started. */
  stop(id: string): Promise<AgentInfo>
}
