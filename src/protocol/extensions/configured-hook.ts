/** A hook that a file or another source names. */
export interface ConfiguredHook {
  readonly event: string
  /** What it is for, as written; `*` for everything. */
  readonly matcher: string
  /** Its command, or its kind. */
  readonly what: string
  readonly source: string
  /** Absent: it is in no file. */
  readonly file?: string
  readonly active: boolean
  /** How it ended the last time, in this session. */
  readonly last?: {
    readonly outcome: 'success' | 'error' | 'cancelled'
    readonly durationMs?: number
    readonly decision?: string
  }
}
