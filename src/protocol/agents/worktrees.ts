/** A second checkout of the repository to work in, so that nobody's files are in the way. */
export interface Worktrees {
  /** ToolError when there cannot be one. A name that exists already is taken up again unless somebody works there. */
  create(request: WorktreeRequest): Promise<OpenWorktree>
}

export interface WorktreeRequest {
  /** Letters, digits, `.`, `_`, `-` and `/`; absent: one is found. */
  readonly name?: string
  /** The agent that works there; absent: the conversation. */
  readonly agentId?: string
  /** `fresh`: from the default branch as the remote has it; `head`: from what is checked out. Absent: as settings say. */
  readonly baseRef?: 'fresh' | 'head'
  /** Somewhere in the repository; absent: where the conversation is. */
  readonly cwd?: string
}

/** In use: nobody removes it while this process lives, until `finish`. */
export interface OpenWorktree {
  readonly name: string
  /** Real path. */
  readonly path: string
  /** '' when a hook made it and it has none. */
  readonly branch: string
  /** Where the repository itself is checked out: not to be touched from the worktree. */
  readonly main: string
  /**
   * The work there is over: it is removed if nothing in it could be lost, else kept. Never throws. Calling it again gives
   * the same answer.
   */
  finish(): Promise<WorktreeEnd>
}

export interface WorktreeEnd {
  readonly kept: boolean
  readonly path: string
  readonly branch: string
  /** Why it was kept, for model and people: what there is, and how to bring it back. Of a removed one ''. */
  readonly reason: string
}
