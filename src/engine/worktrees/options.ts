/** How worktrees are made. */
export interface WorktreeChoice {
  /** The person trusts the folder: filters and hooks of its repository may run. */
  readonly trusted: boolean
  readonly baseRef?: 'fresh' | 'head'
  readonly symlinkDirectories?: readonly string[]
  readonly sparsePaths?: readonly string[]
}
