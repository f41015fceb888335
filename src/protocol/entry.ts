import type { Goal } from './agents/goal.ts'
import type { Schedule } from './agents/schedules.ts'
import type { CacheLine, CachePrint } from './cache.ts'
import type { Message } from './message.ts'
import type { Effort } from './model.ts'
import type { PermissionMode } from './permission.ts'
import type { FileHistoryEntry } from './session/file-history.ts'
import type { PromptSnapshotEntry } from './session/prompt-snapshot.ts'
import type { CallSource, CostState, Usage } from './usage.ts'

/** One line of the session file. The file is append only; chained entries form a tree through `parentUuid`. */
export type Entry = MessageEntry | MetadataEntry

/** Where and when an entry was written. */
export interface EntryContext {
  readonly parentUuid: string | null
  /** Where the chain went on before a compaction cut it. */
  readonly logicalParentUuid?: string
  readonly isSidechain: boolean
  readonly agentId?: string
  readonly userType: 'external'
  /** Who launched the program: `cli`, `sdk-cli`, `sdk-ts`, `sdk-py` … */
  readonly entrypoint: string
  readonly cwd: string
  readonly sessionId: string
  readonly version: string
  readonly gitBranch: string
  readonly forkedFrom?: { readonly sessionId: string; readonly messageUuid: string }
}

export type MessageEntry = Message & EntryContext

/**
 * What one model call used in the end: the line that usage reporters count, once for each pair of `message.id` and
 * `requestId`. The records of the reply were written while it streamed. Unlike other metadata every line counts.
 */
export interface UsageEntry {
  readonly type: 'usage'
  readonly sessionId: string
  readonly timestamp: string
  readonly source: CallSource
  /** Not of the conversation, so it does not tell how full its context is. Absent in older files. */
  readonly isSidechain?: boolean
  /** As the records of the reply name it. Absent in older files. */
  readonly requestId?: string
  /** Waits between attempts included. */
  readonly durationMs: number
  /** The call did not come to its end. */
  readonly partial?: boolean
  /** In the shape of an assistant's message, so that such readers find it. */
  readonly message: { readonly id: string; readonly model: string; readonly usage: Usage }
}

/** The session worked on a pull request. Here every line counts. */
export interface PullRequestEntry {
  readonly type: 'pr-link'
  readonly sessionId: string
  readonly prNumber: number
  readonly prUrl: string
  /** `owner/name`. */
  readonly prRepository: string
  readonly timestamp: string
}

/** A pull request that the session follows, or no longer does, and answers to it that wait. Here every line counts. */
export interface FollowedPullRequestEntry {
  readonly type: 'followed-pull-request'
  readonly sessionId: string
  readonly url: string
  /** What the session was told of it; null: it is not followed any more. Absent: as it was. */
  readonly known?: Readonly<Record<string, unknown>> | null
  readonly draft?: { readonly id: string; readonly text: string; readonly replyTo?: string }
  /** The draft that was sent or dropped. */
  readonly settled?: string
}

/** What became of a message of another session of the person. Here every line counts. */
export interface PeerMessageEntry {
  readonly type: 'peer-message'
  readonly sessionId: string
  readonly timestamp: string
  readonly messageId: string
  /** The name of the session that sent it. */
  readonly from: string
  /** Its beginning. */
  readonly text: string
  readonly outcome: PeerMessageOutcome
}

/** `late`: the run had given its answer before the model could read it. */
export const PEER_MESSAGE_OUTCOMES = ['delivered', 'held', 'removed', 'late'] as const
export type PeerMessageOutcome = (typeof PEER_MESSAGE_OUTCOMES)[number]

/** Which limit a session waits for, as its file has it. */
export interface LimitWait {
  readonly model: string
  /** Milliseconds since 1970. */
  readonly resetsAt: number
}

/** Lines outside the chain; of each kind the last one counts. */
export type MetadataEntry =
  | { readonly type: 'summary'; readonly summary: string; readonly leafUuid: string }
  | { readonly type: 'custom-title'; readonly customTitle: string; readonly sessionId: string }
  | { readonly type: 'ai-title'; readonly aiTitle: string; readonly sessionId: string }
  | { readonly type: 'tag'; readonly tag: string; readonly sessionId: string }
  | PullRequestEntry
  | { readonly type: 'mode'; readonly mode: PermissionMode; readonly sessionId: string }
  | { readonly type: 'model'; readonly model: string; readonly sessionId: string }
  /** Null: the default of the model. */
  | { readonly type: 'effort'; readonly effort: Effort | null; readonly sessionId: string }
  | { readonly type: 'thinking'; readonly enabled: boolean; readonly sessionId: string }
  /** The conversation only hands work to agents. */
  | { readonly type: 'coordinator'; readonly enabled: boolean; readonly sessionId: string }
  /** At the beginning of the file: the leader of a team started the session, no person opened it. */
  | { readonly type: 'team-member'; readonly team: string; readonly name: string; readonly sessionId: string }
  /** The session looks around by itself. */
  | { readonly type: 'assistant-mode'; readonly enabled: boolean; readonly sessionId: string }
  /** It waits for the end of a usage limit and goes on then by itself; null: it does not any more. */
  | { readonly type: 'limit-wait'; readonly limit: LimitWait | null; readonly sessionId: string }
  /** Whose account it is sent with from here on; null: the usual one. */
  | { readonly type: 'profile'; readonly profile: string | null; readonly sessionId: string }
  /** The agent that the conversation runs as; empty: none. */
  | { readonly type: 'agent-setting'; readonly agentSetting: string; readonly sessionId: string }
  /** Directories besides the one of the project that its tools may use. */
  | { readonly type: 'directories'; readonly directories: readonly string[]; readonly sessionId: string }
  /** Null: the conversation is in none. */
  | { readonly type: 'worktree-state'; readonly path: string | null; readonly sessionId: string }
  | { readonly type: 'cost-state'; readonly cost: CostState; readonly sessionId: string }
  | { readonly type: 'cwd'; readonly cwd: string; readonly sessionId: string }
  /** Deferred tools that are sent whole, in the order they were loaded. */
  | { readonly type: 'loaded-tools'; readonly tools: readonly string[]; readonly sessionId: string }
  /** All schedules of the session that are left. */
  | { readonly type: 'schedules'; readonly schedules: readonly Schedule[]; readonly sessionId: string }
  /** Null: there is none any more. */
  | { readonly type: 'goal'; readonly goal: Goal | null; readonly sessionId: string }
  /** The requests since the line before it: here every line counts. */
  | {
      readonly type: 'cache-state'
      readonly lines: readonly CacheLine[]
      readonly print?: CachePrint
      readonly sessionId: string
    }
  /** How a hook ended: here every line counts. */
  | {
      readonly type: 'hook'
      readonly sessionId: string
      readonly timestamp: string
      readonly event: string
      readonly matcher: string
      readonly hook: string
      readonly from: string
      readonly outcome: 'success' | 'error' | 'cancelled'
      readonly exitCode?: number
      readonly durationMs?: number
      readonly decision?: string
      readonly background?: boolean
      /** The first line of what it printed to standard error, when it failed. */
      readonly error?: string
    }
  /** At the beginning of an agent's own file: what it takes to let it go on. */
  | {
      readonly type: 'agent_metadata'
      readonly sessionId: string
      readonly agentId: string
      readonly facts: Readonly<Record<string, unknown>>
    }
  /** How background work ended, as the model is to be told: written at once, the message comes later; an empty text: it was told. Every line counts. */
  | {
      readonly type: 'task-ended'
      readonly sessionId: string
      readonly taskId: string
      readonly text: string
    }
  /** A channel pushed a message that waits; `settled`: it was delivered, or the person was told that it was not. Every line counts. */
  | {
      readonly type: 'channel-message'
      readonly sessionId: string
      readonly messageId: string
      readonly channel: string
      readonly settled: boolean
    }
  | FollowedPullRequestEntry
  | PeerMessageEntry
  | UsageEntry
  | FileHistoryEntry
  | PromptSnapshotEntry

export const isMessageEntry = (entry: Entry): entry is MessageEntry => 'uuid' in entry
