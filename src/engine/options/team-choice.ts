/** Where teams and shared task lists are. */
export interface TeamChoice {
  readonly backend: 'files' | 'nats'
  /** Sessions can lead teams. */
  readonly on?: boolean
  /** Where members work: `tmux` and `auto` in panes or processes of their own. Absent: in the process of the leader. */
  readonly members?: 'in-process' | 'process' | 'tmux'
  /** Of the files: `<config home>/teams`. */
  readonly directory: string
  /** Of the server. */
  readonly url?: string
  readonly credentials?: {
    /** Path of a credentials file. */
    readonly path?: string
    readonly token?: string
    readonly user?: string
    readonly password?: string
  }
  /** The task list that was named for this run. */
  readonly list?: string
  /** The team that this process is a member of. */
  readonly team?: string
}
