import type { AgentOrigin } from '../protocol/agents/agent-origin.ts'
import type { PermissionMode } from '../protocol/permission.ts'
import type { Prefix } from '../protocol/thread.ts'

/** Whoever starts an agent: a thread, as it is at that moment. */
export interface AgentParent {
  /** Absent: the conversation. */
  readonly agent?: AgentOrigin
  /** 0: the conversation. */
  readonly depth: number
  readonly mode: PermissionMode
  readonly model: string
  readonly cwd: string
  readonly roots: readonly string[]
  /** It goes on from another thread's beginning. */
  readonly isFork: boolean
  /** It only hands work out: those it starts are workers. */
  readonly coordinates?: boolean
  /** As its next request would begin. */
  prefix(): Prefix
  /** Resolves when the reply is whole. */
  replied(replyId: string, signal: AbortSignal): Promise<void>
  /** Types it may start; absent: all. */
  readonly types?: readonly string[]
}
