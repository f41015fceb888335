import type { Fleet, OpenedJob } from '../../features/fleet/fleet.ts'
import type { JobLog } from '../../features/fleet/job-log.ts'
import type { Availability } from '../../features/sandbox/availability.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Process } from '../process.ts'
import type { Bounds } from './job-bounds.ts'
import type { OwnLease } from './own-lease.ts'
import type { WorkPaths } from './stored-session.ts'
import type { WorkerPolicy } from './worker-policy.ts'

/** One slot of a worker: a job at a time. */
export interface SlotDeps {
  readonly fleet: Fleet
  readonly from: Process
  readonly configHome: string
  readonly home: string
  /** Where jobs work. */
  readonly room: string
  readonly policy: WorkerPolicy
  readonly labels: readonly string[]
  readonly bounds?: Bounds
  /** What this worker may spend in all, over its slots. */
  readonly purse?: { readonly id: string; readonly usd: number }
  readonly sandbox?: Extract<Availability, { available: true }>
  /** Ends after the first job, or once there is none. */
  readonly once?: boolean
  say(text: LocalizedText): void
  /** Of this slot, for its parent: which job it has. */
  busy?(job: string | undefined): void
}

/** Under way: claimed, and what was said about it so far. */
export interface Running {
  readonly deps: SlotDeps
  readonly log: JobLog
  readonly job: OpenedJob
  readonly token: number
  readonly session: string
  readonly room: string
  readonly paths: WorkPaths
  readonly lease: OwnLease
  /** Says something under the claim, sealed. */
  say(kind: 'lines' | 'files' | 'question' | 'ended', body: object): Promise<void>
}
