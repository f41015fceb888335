import type { WorktreeEnd } from './worktrees.ts'

/** The conversation itself works in a worktree for a while. ToolError for what cannot be. */
export interface WorktreeVisit {
  /** Where it is; undefined: in none. */
  current(): VisitedWorktree | undefined
  /** Whether there is a repository here that one could be made of. */
  possible(): boolean
  enter(request: {
    readonly name?: string
    /** One that is there already. */
    readonly path?: string
    readonly pullRequest?: number
  }): Promise<VisitedWorktree>
  /** Back to where it came from. */
  exit(request: {
    readonly action: 'keep' | 'remove'
    readonly discard: boolean
  }): Promise<WorktreeEnd & { readonly back: string }>
}

export interface VisitedWorktree {
  readonly name: string
  readonly path: string
  readonly branch: string
  readonly main: string
  /** Filters and hooks of git's settings that were not started when it was made, in words. */
  readonly notRun?: readonly string[]
  /** Where the conversation was before, and on which branch. */
  readonly from: { readonly cwd: string; readonly branch?: string }
}
