import type { CompactReport, CompactRequest } from './context.ts'
import type { Event } from './event.ts'
import type { Op } from './op.ts'
import type { Lookup, Lookups, Queries, Query } from './query.ts'
import type { RewindReport, RewindRequest } from './session/file-history.ts'
import type { MoveReport, MoveRequest } from './session/session-tree.ts'

/** One live conversation. */
export interface Engine {
  /** Resolves when the op is accepted (a submit: queued), rejects with OpError when it cannot be done. */
  send(op: Op): Promise<void>
  /** A new subscription, from now on. A slow reader slows the turn down. */
  events(): AsyncIterable<Event> & AsyncDisposable
  query<Q extends Query>(query: Q): Promise<Queries[Q]>
  /** Rejects with OpError when there is no answer, or the signal has come first. */
  look<L extends Lookup>(
    what: L,
    about: Lookups[L]['about'],
    signal?: AbortSignal,
  ): Promise<Lookups[L]['found']>
  /**
   * Brings files back to how they were before the turn of a message, or says what that would change. Not during a
   * turn (OpError), unless it is a dry run.
   */
  rewindFiles(request: RewindRequest): Promise<RewindReport>
  /** Puts the conversation so far together, or says what that would do. Not during a turn (OpError), unless it is a preview. */
  compact(request: CompactRequest): Promise<CompactReport>
  /**
   * Goes back to before an earlier message, or over to another branch, with the conversation, the files or both; or
   * says what that would mean. Not during a turn (OpError), unless it is a dry run.
   */
  rewind(request: MoveRequest): Promise<MoveReport>
  /** Resolves when no turn runs and none is queued. */
  idle(): Promise<void>
  /** Aborts what runs, ends children, flushes and releases the session file. */
  [Symbol.asyncDispose](): Promise<void>
}
