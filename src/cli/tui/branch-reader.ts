import { readGitBranch } from '../../features/sessions/git-branch.ts'

/** It is asked for with every frame; a branch does not change that often. */
const LOOK_AGAIN_MS = 1_000

/** The branch of a directory; undefined outside of git. Runs no process, and touches the disk once a second at most. */
export const createBranchReader = (cwd: string, now: () => number): (() => string | undefined) => {
  let seen: { readonly at: number; readonly branch: string } | undefined
  return () => {
    const at = now()
    if (!seen || at - seen.at >= LOOK_AGAIN_MS || at < seen.at) seen = { at, branch: readGitBranch(cwd) }
    return seen.branch === '' ? undefined : seen.branch
  }
}
