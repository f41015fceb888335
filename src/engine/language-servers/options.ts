import type { ServerPool } from '../../features/language-servers/server-pool.ts'

/** Which language servers may run, and where they do. */
export interface LanguageServerChoice {
  /** Why none is started; absent: they may be. */
  readonly off?: 'untrusted' | 'setting'
  /** By name: a row of the table changed or switched off, or another server. */
  readonly rows: Readonly<Record<string, unknown>>
  /** The table of well-known servers counts. */
  readonly known: boolean
  /** Of the host; made with the first server. Absent: one of the session's own. */
  pool?(): Promise<ServerPool>
}
