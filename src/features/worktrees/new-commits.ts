import { gitText, type WorktreeDeps } from './deps.ts'
import type { Status } from './read-status.ts'

export interface Tips {
  readonly path: string
  /** Of the worktree itself. */
  readonly branch: string
  /** The commit it began with; undefined: nobody knows. */
  readonly base: string | undefined
  readonly status: Pick<Status, 'head' | 'branch'>
}

type Deps = Pick<WorktreeDeps, 'git'>

const MOST_TIPS = 500

/**
 * Commits of a worktree that nobody else has: no branch but that of a worktree, no tag, no remote. `fresh` of them it
 * stands on; `lost` are those it once stood on, reset away or made without a branch.
 */
export const findCommits = async (
  tips: Tips,
  deps: Deps,
): Promise<{ readonly fresh: number; readonly lost: readonly string[] }> => {
  const { path, branch, base, status } = tips
  const once = await reflogOf(path, branch, deps)
  const all = [...new Set([...(status.head === undefined ? [] : [status.head]), ...once])]
  if (all.length === 0) return { fresh: 0, lost: [] }
  // A commit that only another worktree has would be gone when that one goes.
  const own = ['--exclude=worktree-*', ...(status.branch === undefined ? [] : [`--exclude=${status.branch}`])]
  const known = [...own, '--branches', '--tags', '--remotes', ...(base === undefined ? [] : [base])]
  const mine = await commitsOf(path, [...all, '--not', ...known], deps)
  if (mine.size === 0) return { fresh: 0, lost: [] }
  const there = await commitsOf(path, [...tipsOf(tips, once), '--not', ...known], deps)
  return { fresh: there.size, lost: all.filter(commit => mine.has(commit) && !there.has(commit)) }
}

/** Where it stands, and where its branch does: the newest entry of the branch's log. */
const tipsOf = ({ status, branch }: Tips, once: readonly string[]): readonly string[] => [
  ...(status.head === undefined ? [] : [status.head]),
  ...(status.branch === branch || once.length === 0 ? [] : [`refs/heads/${branch}`]),
]

const commitsOf = async (path: string, args: readonly string[], deps: Deps): Promise<ReadonlySet<string>> => {
  const text = await gitText(deps, path, ['rev-list', '--ignore-missing', ...args])
  return new Set(text.split('\n').filter(line => line !== ''))
}

const reflogOf = async (path: string, branch: string, { git }: Deps): Promise<readonly string[]> => {
  const seen: string[] = []
  for (const ref of ['HEAD', `refs/heads/${branch}`]) {
    const log = await git({ cwd: path, args: ['log', '-g', '--format=%H', ref, '--'] })
    if (log.ok) seen.push(...log.output.split('\n').filter(line => line !== ''))
  }
  return [...new Set(seen)].slice(0, MOST_TIPS)
}
