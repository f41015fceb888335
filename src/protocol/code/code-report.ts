/** What language servers do in a session, for people. */
export interface CodeReport {
  /** Why none is started; absent: they may be. */
  readonly off?: 'untrusted' | 'setting'
  readonly servers: readonly {
    readonly name: string
    readonly root: string
    readonly state: 'starting' | 'running' | 'failed'
    /** Why it failed. */
    readonly why?: string
  }[]
  /** Not installed, for files that were worked on. */
  readonly missing: readonly {
    readonly name: string
    readonly language: string
    readonly install?: string
  }[]
  /** What servers say is wrong now, errors first. */
  readonly problems: readonly CodeProblem[]
}

export interface CodeProblem {
  /** Absolute. */
  readonly path: string
  /** From one. */
  readonly line: number
  readonly severity: 'error' | 'warning'
  readonly text: string
  /** Who says so. */
  readonly source: string
  readonly code?: string
}
