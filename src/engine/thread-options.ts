import type { AgentOrigin } from '../protocol/agents/agent-origin.ts'
import type { TeamMembership } from '../protocol/agents/team-work.ts'
import type { Event } from '../protocol/event.ts'
import type { Rule } from '../protocol/permission.ts'
import type { Prefix, ThreadSpec } from '../protocol/thread.ts'
import type { Cache } from './cache/part.ts'
import type { Wants } from './contributions/part.ts'
import type { Live } from './live/state.ts'
import type { Session } from './session-parts.ts'

/** What a thread is made of. */
export interface ThreadOptions {
  readonly session: Session
  readonly cache: Cache
  readonly live: Live
  /** Another thread than the conversation: the parts of the session do not follow it. */
  readonly agent?: AgentOrigin
  /** Agents between the conversation and it, itself included; absent: it is the conversation. */
  readonly depth?: number
  /** Of a team. */
  readonly member?: TeamMembership
  readonly prefix?: Prefix
  readonly hooks?: ThreadSpec['hooks']
  readonly unhooked?: boolean
  /** The tools it was given, as written; absent: all. */
  readonly toolList?: readonly string[]
  /** Which of the tools that came late it may call; absent: all. */
  readonly wants?: Wants
  /** Count beside those of the session. */
  readonly rules?: readonly Rule[]
  emit(event: Event): Promise<void> | undefined
}
