import type { KeepOut } from '../permission.ts'

/** Where a thread works. */
export interface ThreadLocation {
  readonly cwd: string
  readonly roots: readonly string[]
  /** What it must leave alone although it may be asked for. */
  readonly keepOut?: KeepOut
}
