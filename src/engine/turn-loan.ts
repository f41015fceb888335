import type { EditBook } from '../features/sessions/edits/edit-book.ts'
import type { NormalizeMemo } from '../loop/normalize.ts'
import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import type { PermissionUpdate } from '../protocol/permission.ts'
import type { Accounts } from './accounts.ts'
import type { EngineConfig, Live } from './config.ts'
import type { PermissionDesk } from './permission-desk.ts'
import type { ResultBudget } from './result-budget.ts'
import type { SessionContext } from './wire/context.ts'
import type { Gate } from './wire/permissions.ts'
import type { SessionPlan } from './wire/plan.ts'
import type { Ports } from './wire/ports.ts'
import type { SessionPrompt } from './wire/prompt.ts'
import type { SessionReview } from './wire/review.ts'
import type { Toolset } from './wire/toolset.ts'

/** What lives longer than a turn and is lent to it. */
export interface TurnLoan {
  readonly config: EngineConfig
  readonly live: Live
  readonly ports: Ports
  readonly prompt: SessionPrompt
  readonly gate: Gate
  readonly toolset: Toolset
  readonly results: ResultBudget
  readonly context: SessionContext
  /** A request is about to leave. */
  onRequest(): void
  readonly memo: NormalizeMemo
  readonly accounts: Accounts
  readonly plan: SessionPlan
  readonly review: SessionReview
  readonly desk: PermissionDesk
  readonly book: EditBook
  readonly controller: AbortController
  attach(): Promise<readonly Message[]>
  grant(updates: readonly PermissionUpdate[]): void
  emit(event: Event): Promise<void> | undefined
  queued(): number
}
