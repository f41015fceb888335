import type { EditBook } from '../../features/sessions/edits/edit-book.ts'
import type { NormalizeMemo } from '../../loop/normalize.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import type { PermissionUpdate } from '../../protocol/permission.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { ResultBudget } from '../calls/result-budget.ts'
import type { EngineConfig, Live } from '../config.ts'
import type { SessionContext } from '../parts/context.ts'
import type { Gate } from '../parts/permissions.ts'
import type { SessionPlan } from '../parts/plan.ts'
import type { Ports } from '../parts/ports.ts'
import type { SessionPrompt } from '../parts/prompt.ts'
import type { SessionReview } from '../parts/review.ts'
import type { Toolset } from '../parts/toolset.ts'
import type { Accounts } from '../spending/accounts.ts'

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
