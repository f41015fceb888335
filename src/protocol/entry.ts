import type { CacheLine, CachePrint } from './cache.ts'
import type { FileHistoryEntry } from './file-history.ts'
import type { Message } from './message.ts'
import type { PermissionMode } from './permission.ts'
import type { PromptSnapshotEntry } from './prompt-snapshot.ts'
import type { CostState } from './usage.ts'

/** One line of the session file. The file is append only; chained entries form a tree through `parentUuid`. */
export type Entry = MessageEntry | MetadataEntry

/** Where and when an entry was written. */
export interface EntryPlace {
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

export type MessageEntry = Message & EntryPlace

/** Lines outside the chain; of each kind the last one counts. */
export type MetadataEntry =
  | { readonly type: 'summary'; readonly summary: string; readonly leafUuid: string }
  | { readonly type: 'custom-title'; readonly customTitle: string; readonly sessionId: string }
  | { readonly type: 'ai-title'; readonly aiTitle: string; readonly sessionId: string }
  | { readonly type: 'tag'; readonly tag: string; readonly sessionId: string }
  | { readonly type: 'mode'; readonly mode: PermissionMode; readonly sessionId: string }
  | { readonly type: 'model'; readonly model: string; readonly sessionId: string }
  | { readonly type: 'cost-state'; readonly cost: CostState; readonly sessionId: string }
  | { readonly type: 'cwd'; readonly cwd: string; readonly sessionId: string }
  /** Deferred tools that are sent whole, in the order they were loaded. */
  | { readonly type: 'loaded-tools'; readonly tools: readonly string[]; readonly sessionId: string }
  /** The requests since the line before it: here every line counts. */
  | {
      readonly type: 'cache-state'
      readonly lines: readonly CacheLine[]
      readonly print?: CachePrint
      readonly sessionId: string
    }
  | FileHistoryEntry
  | PromptSnapshotEntry

export const isMessageEntry = (entry: Entry): entry is MessageEntry => 'uuid' in entry
