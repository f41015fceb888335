import type { Process } from '../process.ts'
import type { Job } from './jobs.ts'

/** What something in the background needs of the process it runs in. */
export interface BackgroundDeps {
  readonly from: Process
  readonly configHome: string
  /** Aborts when it is to stop. */
  readonly signal: AbortSignal
  /** Everything known of it from now on; the first time whoever started it is let go. */
  note(change: Partial<Job> & Pick<Job, 'state'>): void
}
