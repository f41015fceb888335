import type { ThreadLocation } from './thread-location.ts'

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
  /** A pull request of the remote `origin` to begin with: it is fetched. */
  readonly pullRequest?: number
}

/** In use: nobody removes it while this process lives, until `finish`. */
export interface OpenWorktree {
  readonly name: string
  /** Real path. */
  readonly path: string
  /** '' when a hook made it and it has none. */
  readonly branch: string
  /** Where the repository itself is checked out; of one that a hook made, where the session began. */
  readonly main: string
  /** It was there already: somebody may have worked in it. */
  readonly reused?: boolean
  /** Filters and hooks of git's settings that a checkout would have started and that were not, in words. */
  readonly notRun?: readonly string[]
  /** For the thread that works there: it may not change the main checkout. */
  readonly place: ThreadLocation
  /** What could be lost there now, as part of a sentence; '' when nothing could. Throws ToolError when nobody can tell. */
  look(): Promise<string>
  /** The work there is over, and it stays as it is. */
  keep(): Promise<void>
  /**
   * The work there is over: it is removed if nothing in it could be lost, else kept. Never throws. Calling it again gives
   * the same answer. With `discard` it is removed with its changes, once there is a copy of them.
   */
  finish(how?: { readonly discard: boolean }): Promise<WorktreeEnd>
}

export interface WorktreeEnd {
  readonly kept: boolean
  readonly path: string
  readonly branch: string
  /** Why it was kept, for model and people: what there is, and how to bring it back. Of a removed one ''. */
  readonly reason: string
  /** The ref that holds what was removed. */
  readonly salvage?: string
}
